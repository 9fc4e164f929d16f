import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { isSignedIn, sessionUserId } from './session.ts'
import { forget, keep, kept, keptKeys } from './storage.ts'

test('keeps, reads and forgets', () => {
  assert.equal(keep('key', 'text'), true)
  assert.equal(kept('key'), 'text')
  forget('key')
  assert.equal(kept('key'), null)
})

test('finds what begins with the same words', () => {
  for (const key of ['draft:1', 'draft:2', 'other']) keep(key, 'text')
  assert.deepEqual(keptKeys('draft:').sort(), ['draft:1', 'draft:2'])
  assert.deepEqual(keptKeys('raft'), [])
})

test('a browser that lets nothing be kept is a visitor, and nothing fails', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  assert.equal(keep('key', 'text'), false)
  forget('key')
  assert.equal(kept('key'), null)
  assert.deepEqual(keptKeys(''), [])
  assert.equal(isSignedIn(), false)
  assert.equal(sessionUserId(), null)
})
