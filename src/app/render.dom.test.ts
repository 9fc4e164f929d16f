import assert from 'node:assert/strict'
import type { QueryKey } from '@tanstack/react-query'
import { test } from 'vitest'
import type { Comment } from '#features/conversation/comments/comments.contract.ts'
import { commentsQuery } from '#features/conversation/comments/comments.hooks.ts'
import { postQuery } from '#features/writing/posts/posts.hooks.ts'
import type { Webmention } from '#features/conversation/webmentions/webmentions.contract.ts'
import { webmentionsQuery } from '#features/conversation/webmentions/webmentions.hooks.ts'
import { aPost } from '#tests/support/samples.ts'
import { restoreState } from '#web/page-state.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { renderPage } from './render.tsx'

const aComment = (id: number, contentHtml: string): Comment => ({
  id,
  postId: 7,
  parentId: null,
  authorName: 'Vera Visitor',
  authorUrl: '',
  authorPhoto: null,
  user: null,
  isPostAuthor: false,
  content: 'Source text',
  contentHtml,
  published: true,
  createdAt: '2026-01-02T03:04:05.000Z',
  canDelete: false,
})
const aReply = (id: number, sourceContentHtml: string): Webmention => ({
  id,
  type: 'in-reply-to',
  sourceUrl: 'https://vera.example/reply',
  sourceAuthor: 'Vera Visitor',
  sourceAuthorUrl: '',
  sourceAuthorPhoto: null,
  sourceTitle: '',
  sourceContent: 'Source text',
  sourceContentHtml,
  createdAt: '2026-01-02T03:04:05.000Z',
  isOnBluesky: false,
})

/** Opens a page as a browser does: first its HTML, then the state embedded in it. */
async function open(path: string, entries: [QueryKey, unknown][]) {
  const { html, state } = await renderPage({ path, query: {}, entries })
  document.body.innerHTML = html.join('')
  const cache = createQueryCache()
  restoreState(cache, state)
  return { cache, state }
}
const listOf = { page: 1, totalPages: 1, total: 3 }

test('renders a post, its comments, and its webmentions with the correct text, even if their IDs match', async () => {
  const post = aPost(7)
  const comments = [aComment(7, '<p>A</p>'), aComment(8, '<p>B</p>'), aComment(9, '<p>A</p>')]
  const webmentions = [aReply(7, '<p>C</p>'), aReply(8, '<p>D</p>')]
  const { cache, state } = await open('/post/7', [
    [postQuery(7).queryKey, post],
    [commentsQuery(7, 1).queryKey, { comments, ...listOf }],
    [webmentionsQuery(7, 1).queryKey, { webmentions, ...listOf }],
  ])
  assert.equal(cache.getQueryData(postQuery(7).queryKey)?.contentHtml, post.contentHtml)
  const restoredComments = cache.getQueryData(commentsQuery(7, 1).queryKey)?.comments
  assert.deepEqual(
    restoredComments?.map(({ contentHtml }) => contentHtml),
    ['<p>A</p>', '<p>B</p>', '<p>A</p>'],
  )
  assert.deepEqual(cache.getQueryData(webmentionsQuery(7, 1).queryKey)?.webmentions, webmentions)
  for (const text of [post.contentHtml, '<p>A</p>', '<p>C</p>']) assert.equal(state.includes(text), false)
})

test('loads the first pictures of a page early, and restores the stored HTML', async () => {
  const pictures = ['a', 'b'].map((name) => `<img src="/${name}.webp" alt="" loading="lazy" decoding="async">`)
  const post = { ...aPost(7), contentHtml: `<p>${pictures.join('')}</p>` }
  const { cache, state } = await open('/post/7', [[postQuery(7).queryKey, post]])
  assert.equal(state.includes('/a.webp'), false)
  const attributes = (name: string) => {
    const { attributes: found } = document.querySelector(`[src="/${name}.webp"]`)!
    return [found.getNamedItem('loading')?.value, found.getNamedItem('fetchpriority')?.value]
  }
  assert.deepEqual(
    [attributes('a'), attributes('b')],
    [
      [undefined, 'high'],
      ['lazy', undefined],
    ],
  )
  assert.equal(cache.getQueryData(postQuery(7).queryKey)?.contentHtml, post.contentHtml)
})
