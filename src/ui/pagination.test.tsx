import assert from 'node:assert/strict'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { test } from 'vitest'
import { Pagination } from './pagination.tsx'

const render = (page: number, numbers: (number | '…')[], totalPages: number) =>
  renderToString(
    <Router ssrPath="/">
      <Pagination page={page} numbers={numbers} totalPages={totalPages} hrefOf={(number) => `/?page=${number}`} />
    </Router>,
  )

test('every page is a plain link, and the current one is marked', () => {
  const html = render(5, [1, '…', 4, 5, 6, '…', 9], 9)
  assert.deepEqual(
    [...html.matchAll(/<a[^>]* href="([^"]+)"/g)].map(([, href]) => href),
    ['/?page=4', '/?page=1', '/?page=4', '/?page=5', '/?page=6', '/?page=9', '/?page=6'],
  )
  assert.match(html, /aria-label="Page 5" aria-current="page"/)
})

test('hides itself for a single page, and the links before the first and after the last page', () => {
  assert.equal(render(1, [1], 1), '')
  assert.doesNotMatch(render(1, [1, 2], 2), /Previous/)
  assert.doesNotMatch(render(2, [1, 2], 2), /Next/)
})
