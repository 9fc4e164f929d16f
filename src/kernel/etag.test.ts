import assert from 'node:assert/strict'
import { test } from 'vitest'
import { hasEtag } from './etag.ts'

test('a browser has the bytes when it names their tag, weakly too, alone or among others, or says any', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', ' "b" ,W/"a" ', '*']) assert.ok(hasEtag(header, '"a"'), header)
})

test('it does not have them when it names none, another, or a longer one', () => {
  for (const header of [null, undefined, '', '"b"', '"aa"', '"x"a""', 'a']) {
    assert.equal(hasEtag(header, '"a"'), false, String(header))
  }
})
