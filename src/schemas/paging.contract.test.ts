import assert from 'node:assert/strict'
import { test } from 'vitest'
import { pageNumberOf, PageQuery, pageNumbers, sliceOf, totalPagesOf } from './paging.contract.ts'

test('lists all page numbers when there are at most five', () => {
  assert.deepEqual(pageNumbers(1, 0), [])
  assert.deepEqual(pageNumbers(1, 1), [1])
  assert.deepEqual(pageNumbers(3, 5), [1, 2, 3, 4, 5])
})

test('lists the first page, the last page, and the pages around the current one when there are more', () => {
  assert.deepEqual(pageNumbers(1, 6), [1, 2, '…', 6])
  assert.deepEqual(pageNumbers(3, 6), [1, 2, 3, 4, '…', 6])
  assert.deepEqual(pageNumbers(5, 9), [1, '…', 4, 5, 6, '…', 9])
  assert.deepEqual(pageNumbers(8, 9), [1, '…', 7, 8, 9])
  assert.deepEqual(pageNumbers(9, 9), [1, '…', 8, 9])
})

test('treats an out-of-range page as the nearest page', () => {
  assert.deepEqual(pageNumbers(99, 9), pageNumbers(9, 9))
  assert.deepEqual(pageNumbers(-4, 9), pageNumbers(1, 9))
})

test('defaults to the first ten entries', () => {
  assert.deepEqual(PageQuery.parse({}), { page: 1, limit: 10 })
  assert.deepEqual(PageQuery.parse({ page: '7', limit: '100' }), { page: 7, limit: 100 })
})

test('reads the page from a URL, and falls back to the first page', () => {
  assert.equal(pageNumberOf('7'), 7)
  for (const text of [undefined, '', '0', '-1', '1.5', 'abc', '99999999999']) assert.equal(pageNumberOf(text), 1)
})

test('rejects an invalid page or limit', () => {
  for (const page of ['', '0', '-1', '1.5', '1e3', 'NaN', 'abc', ' 1', '99999999999', ['1']])
    assert.equal(PageQuery.safeParse({ page }).success, false, JSON.stringify(page))
  for (const limit of ['', '0', '101', 'abc', '1e9', '-5'])
    assert.equal(PageQuery.safeParse({ limit }).success, false, limit)
})

test('counts a partially filled last page', () => {
  assert.deepEqual([totalPagesOf(0, 10), totalPagesOf(10, 10), totalPagesOf(11, 10)], [0, 1, 2])
})

test('counts entries from whichever end of the list is nearer to the page', () => {
  assert.deepEqual(sliceOf({ page: 1, limit: 10 }, 95), { fromEnd: false, skip: 0, count: 10 })
  assert.deepEqual(sliceOf({ page: 5, limit: 10 }, 95), { fromEnd: false, skip: 40, count: 10 })
  assert.deepEqual(sliceOf({ page: 6, limit: 10 }, 95), { fromEnd: true, skip: 35, count: 10 })
  assert.deepEqual(sliceOf({ page: 10, limit: 10 }, 95), { fromEnd: true, skip: 0, count: 5 })
  for (const [page, total] of [
    [11, 95],
    [50, 95],
    [1, 0],
  ] as const)
    assert.deepEqual(sliceOf({ page, limit: 10 }, total), { fromEnd: false, skip: 0, count: 0 })
})
