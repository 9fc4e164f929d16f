// @vitest-environment happy-dom
import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { isSignedIn, sessionUserId } from './session.ts'
import { forget, keep, kept } from './storage.ts'

test('keeps, reads and forgets', () => {
  keep('key', 'text')
  assert.equal(kept('key'), 'text')
  forget('key')
  assert.equal(kept('key'), null)
})

test('a browser that lets nothing be kept is a visitor, and nothing fails', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  keep('key', 'text')
  forget('key')
  assert.equal(kept('key'), null)
  assert.equal(isSignedIn(), false)
  assert.equal(sessionUserId(), null)
})
