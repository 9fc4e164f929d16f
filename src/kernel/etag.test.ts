import assert from 'node:assert/strict'
import { test } from 'vitest'
import { hasEtag, lastModified } from './etag.ts'

test('matches a single, listed, or weak ETag, and *', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', ' "b" ,W/"a" ', '*']) assert.ok(hasEtag(header, '"a"'), header)
})

test('does not match a missing, different, or longer ETag', () => {
  for (const header of [null, undefined, '', '"b"', '"aa"', '"x"a""', 'a']) {
    assert.equal(hasEtag(header, '"a"'), false, String(header))
  }
})

test('replaces a future date with the current time', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const sent = (time: string) => lastModified(new Date(time), now.getTime())
  assert.equal(sent('2026-11-23T12:00:00Z'), 'Sun, 22 Nov 2026 12:00:00 GMT')
  assert.equal(sent('2026-11-21T12:00:00Z'), 'Sat, 21 Nov 2026 12:00:00 GMT')
})
