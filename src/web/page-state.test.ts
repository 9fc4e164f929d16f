// @vitest-environment happy-dom
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { aPost } from '#tests/samples.ts'
import { encodeState, restoreState } from './page-state.ts'
import { createQueryCache } from './query-cache.ts'

test("a post's text travels once, in the page; what else is called content travels with the entries", () => {
  const post = aPost(7)
  const json = encodeState([
    [['/api/posts/7'], post],
    [['/api/posts/7/comments'], [{ id: 1, content: 'Well said' }]],
  ])
  assert.equal(json.includes(post.contentHtml), false)
  document.body.innerHTML = `<div data-post-html="7">${post.contentHtml}</div>`
  const cache = createQueryCache()
  restoreState(cache, json)
  assert.deepEqual(cache.getQueryData(['/api/posts/7']), { ...post, content: '' })
  assert.deepEqual(cache.getQueryData(['/api/posts/7/comments']), [{ id: 1, content: 'Well said' }])
})
