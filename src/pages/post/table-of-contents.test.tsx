import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { renderMarkdown } from '#kernel/markdown/markdown.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { answer, mount, settle } from '#tests/support/mount.tsx'
import { aPost } from '#tests/support/samples.ts'
import { postView } from './post.tsx'

beforeEach(() => localStorage.clear())

async function open(content: string, isLongForm = true) {
  const options = { siteUrl: 'http://devstead.test', image: (src: string) => ({ src }), isArticle: isLongForm }
  const { html } = renderMarkdown(content, options)
  answer({ 'GET /api/posts/7': () => Response.json(aPost(7, { title: 'T', isLongForm, contentHtml: html })) })
  const { page } = await mount(<postView.View params={{ id: 7 }} query={postAddress.queryIn(new URLSearchParams())} />)
  await settle()
  return [...page.querySelectorAll('.contents')].map((list) =>
    [...list.querySelectorAll('li')].map((item) => {
      const link = item.querySelector('a')!
      assert.ok(page.querySelector(`.prose ${link.getAttribute('href')}`), 'links to a heading of the text')
      return `${item.dataset.depth} ${link.textContent}`
    }),
  )
}

test('shows a table of contents on wide and narrow screens for an article with three sections', async () => {
  const list = ['0 One', '1 Two *not* <b>', '2 Three', '2 Four', '0 Five']
  assert.deepEqual(await open('## One\n### Two \\*not\\* <b>\n#### Three\n##### Four\n## Five'), [list, list])
})

test('shows no table of contents for a short post or an article with fewer sections', async () => {
  assert.deepEqual(await open('# One\n\n## Two\n\ntext'), [])
  assert.deepEqual(await open('# One\n\n# Two\n\n# Three', false), [])
})
