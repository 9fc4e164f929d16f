import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { AppError } from '../errors.ts'
import { createMarkdownThread } from './markdown-thread.ts'
import { renderMarkdown } from './markdown.ts'

const siteUrl = 'http://devstead.test'
const parts = { siteUrl, form: {}, images: [], previews: [] }

function open() {
  const thread = createMarkdownThread()
  onTestFinished(thread.close)
  return thread
}
const prose = 'A *sentence* with `code`, and ![a picture](/a.png).\n\n'

test('renders text identically in the worker thread and the main thread', async () => {
  const thread = open()
  const image = { src: '/a.webp', width: 4, height: 3 }
  for (const source of [prose, prose.repeat(200)]) {
    const rendered = await thread.render({ ...parts, source, form: { isArticle: true }, images: [['/a.png', image]] })
    assert.deepEqual(rendered, renderMarkdown(source, { siteUrl, image: () => image, isArticle: true }))
  }
})

test('serves other requests while rendering long text', async () => {
  const thread = open()
  let turns = 0
  const count = () => {
    turns++
    turn = setImmediate(count)
  }
  let turn = setImmediate(count)
  await thread.render({ ...parts, source: 'a '.repeat(50_000) })
  clearImmediate(turn)
  assert.ok(turns > 0)
})

test('finds pictures and standalone links, and gives each link the preview for its URL', async () => {
  const thread = open()
  const link = 'https://github.com/a/b'
  for (const filling of ['', 'a '.repeat(2000)]) {
    const source = `![a](/a.png) ${filling}\n\n${link}\n\n${link}`
    assert.deepEqual(await thread.addresses({ source, siteUrl }), { images: ['/a.png'], links: [link, link] })
    const preview = { before: '<p class="link-card-kind">Card</p>' }
    const { html } = await thread.render({
      ...parts,
      source,
      previews: [
        [link, preview],
        [link, null],
      ],
    })
    assert.equal(html.match(/<figure class="link-card"/g)?.length, 1)
    assert.equal(html.match(/<a href="https:\/\/github\.com\/a\/b"/g)?.length, 1)
  }
})

test('rejects text that the thread rejects, and keeps the thread running', async () => {
  const thread = open()
  const isRefusal = (reason: unknown) => reason instanceof AppError && reason.code === 'invalid_input'
  await assert.rejects(thread.render({ ...parts, source: 'a|b\n-|-\n'.repeat(12_000) }), isRefusal)
  assert.match((await thread.render({ ...parts, source: 'a '.repeat(2000) })).html, /^<p>a a/)
})
