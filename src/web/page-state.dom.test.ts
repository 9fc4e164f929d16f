import assert from 'node:assert/strict'
import { test } from 'vitest'
import { aPost } from '#tests/support/samples.ts'
import { encodeState, restoreState } from './page-state.ts'
import { createQueryCache } from './query-cache.ts'

test('does not send HTML a second time if the page already contains it, and omits the Markdown source', () => {
  const [shown, folded] = [aPost(7), aPost(8)]
  const json = encodeState([[['/api/posts'], [shown, folded]]], new Map([[shown.contentHtml, 'a']]))
  assert.equal(json.includes(shown.contentHtml), false)
  document.body.innerHTML = `<div data-html="a">${shown.contentHtml}</div>`
  const cache = createQueryCache()
  restoreState(cache, json)
  assert.deepEqual(cache.getQueryData(['/api/posts']), [
    { ...shown, content: '' },
    { ...folded, content: '' },
  ])
})

test('sends text that is not part of a post unchanged', () => {
  const words = [{ id: 1, content: '<p>Well said</p>' }]
  const json = encodeState([[['/words'], words]], new Map([['<p>Well said</p>', 'a']]))
  const cache = createQueryCache()
  restoreState(cache, json)
  assert.deepEqual(cache.getQueryData(['/words']), words)
})
