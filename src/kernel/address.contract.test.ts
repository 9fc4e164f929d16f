import assert from 'node:assert/strict'
import { test } from 'vitest'
import { anyText, id, oneOfWithDefault, optionalText, pageNumber } from './address-parameters.contract.ts'
import { address } from './address.contract.ts'

const query = { page: pageNumber, kind: oneOfWithDefault(['all', 'post'], 'all'), q: optionalText(5) }
const list = address('/lists/:id/of/:name', { params: { id, name: anyText }, query })
const search = (text: string) => new URLSearchParams(text)

test('builds links with query parameters in schema order, and omits default, absent, and empty values', () => {
  assert.equal(list.href({ id: 7, name: 'a/b' }), '/lists/7/of/a%2Fb')
  assert.equal(list.href({ id: 7, name: 'a' }, { page: 1, kind: 'all', q: null }), '/lists/7/of/a')
  assert.equal(
    list.href({ id: 7, name: 'a' }, { q: 'b c', kind: 'post', page: 2 }),
    '/lists/7/of/a?page=2&kind=post&q=b+c',
  )
  assert.equal(address('/search', { query }).href({ q: 'x' }), '/search?q=x')
  assert.equal(address('/search', {}).href(), '/search')
})

test('matches a path in any case, with or without a trailing slash', () => {
  for (const path of ['/lists/7/of/A', '/LISTS/7/of/A/']) assert.deepEqual(list.match(path), { id: '7', name: 'A' })
  for (const path of ['/lists/7/of', '/lists/7/of/a/b', '/']) assert.equal(list.match(path), null)
  assert.deepEqual(address('/', {}).match('/'), {})
})

test('parses path parameters, and returns null if one is invalid', () => {
  assert.deepEqual(list.paramsIn({ id: '7', name: 'a' }), { id: 7, name: 'a' })
  for (const id of ['x', '07', '0', '9999999999']) assert.equal(list.paramsIn({ id, name: 'a' }), null, id)
})

test('treats unknown, malformed, and default query parameters as absent', () => {
  assert.deepEqual(list.queryIn(search('page=3&kind=post&q=x&z=1')), { page: 3, kind: 'post', q: 'x' })
  for (const text of ['', 'page=02&kind=x&q=toolong', 'page=0&q=', 'page=1&kind=all', 'page=1000000000']) {
    assert.deepEqual(list.queryIn(search(text)), { page: 1, kind: 'all', q: undefined }, text)
    assert.deepEqual(list.knownQuery(search(text)), {}, text)
  }
})

test('returns the known query parameters as a string in a fixed order, using the first of several values', () => {
  const known = list.knownQuery(search('q= x &page=2&page=3&utm_source=y&kind=post'))
  assert.deepEqual(Object.entries(known), [
    ['page', '2'],
    ['kind', 'post'],
    ['q', ' x '],
  ])
})
