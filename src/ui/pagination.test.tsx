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

test('renders every page as a plain link, and marks the current page', () => {
  const html = render(5, [1, '…', 4, 5, 6, '…', 9], 9)
  assert.deepEqual(
    [...html.matchAll(/<a[^>]* href="([^"]+)"/g)].map(([, href]) => href),
    ['/?page=4', '/?page=1', '/?page=4', '/?page=5', '/?page=6', '/?page=9', '/?page=6'],
  )
  assert.match(html, /aria-label="Page 5" aria-current="page"/)
})

test('renders nothing for a single page, and omits the previous and next links at the ends', () => {
  assert.equal(render(1, [1], 1), '')
  assert.doesNotMatch(render(1, [1, 2], 2), /Previous/)
  assert.doesNotMatch(render(2, [1, 2], 2), /Next/)
})
