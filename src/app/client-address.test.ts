import assert from 'node:assert/strict'
import { test } from 'vitest'
import { clientAddress } from './client-address.ts'

test('ignores the header without a trusted proxy', () => {
  assert.equal(clientAddress('203.0.113.9', '1.2.3.4', 0), '203.0.113.9')
})

test('uses the address that the outermost trusted proxy saw', () => {
  assert.equal(clientAddress('10.0.0.1', '6.6.6.6, 198.51.100.7', 1), '198.51.100.7')
  assert.equal(clientAddress('10.0.0.1', '6.6.6.6, 198.51.100.7, 10.0.0.2', 2), '198.51.100.7')
  assert.equal(clientAddress('10.0.0.1', null, 2), '10.0.0.1')
})

test('converts mapped addresses to IPv4, and rejects invalid ones', () => {
  assert.equal(clientAddress('::ffff:192.0.2.1', null, 0), '192.0.2.1')
  assert.equal(clientAddress('10.0.0.1', 'drop table', 1), '0.0.0.0')
  assert.equal(clientAddress(undefined, null, 0), '0.0.0.0')
})
