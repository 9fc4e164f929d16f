import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { address } from '#kernel/address.contract.ts'
import { oneOf, optional, id, optionalText, pageNumber } from '#kernel/address-parameters.contract.ts'
import { isOpenEnded, isPastEnd } from './open-ended-query.ts'

const list = address('/list', {
  query: { page: pageNumber, kind: oneOf(['new', 'old']), q: optionalText(5), of: optional(id) },
})
const listed = (page: number, totalPages: number) =>
  [[['list'], { page, totalPages, total: 1 }]] as [string[], unknown][]
const search = (query: string) => new URLSearchParams(query)

describe('isOpenEnded', () => {
  test.each(['', 'kind=new', 'kind=other', 'unknown=text', 'page=2', 'page=2&kind=old'])(
    'accepts “%s”, of which there is a limited number',
    (query) => assert.equal(isOpenEnded(list, search(query), listed(2, 2)), false),
  )
  test.each(['q=text', 'of=7', 'page=3', 'page=2&q=text'])('recognizes “%s”, which anyone can make up', (query) =>
    assert.equal(isOpenEnded(list, search(query), listed(query.startsWith('page=3') ? 3 : 2, 2)), true),
  )
  test('recognizes page numbers if no list was loaded', () =>
    assert.equal(isOpenEnded(list, search('page=2'), [[['other'], null]]), true))
})

test('recognizes pages past the end of the list, of which the first always exists', () => {
  assert.equal(isPastEnd(list, search('page=3'), listed(3, 2)), true)
  assert.equal(isPastEnd(list, search('page=2'), listed(2, 0)), true)
  assert.equal(isPastEnd(list, search('page=2'), listed(2, 2)), false)
  assert.equal(isPastEnd(list, search(''), listed(1, 0)), false)
})
