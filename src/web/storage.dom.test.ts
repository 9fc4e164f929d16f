import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { isSignedIn, sessionUserId } from './session.ts'
import { readStored, removeStored, storedKeys, writeStored } from './storage.ts'

test('stores, reads, and removes text', () => {
  assert.equal(writeStored('key', 'text'), true)
  assert.equal(readStored('key'), 'text')
  removeStored('key')
  assert.equal(readStored('key'), null)
})

test('lists keys with a given prefix', () => {
  for (const key of ['draft:1', 'draft:2', 'other']) writeStored(key, 'text')
  assert.deepEqual(storedKeys('draft:').sort(), ['draft:1', 'draft:2'])
  assert.deepEqual(storedKeys('raft'), [])
})

test('treats a browser with storage disabled as signed out, and does not throw', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  assert.equal(writeStored('key', 'text'), false)
  removeStored('key')
  assert.equal(readStored('key'), null)
  assert.deepEqual(storedKeys(''), [])
  assert.equal(isSignedIn(), false)
  assert.equal(sessionUserId(), null)
})
