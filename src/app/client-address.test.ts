import assert from 'node:assert/strict'
import { test } from 'vitest'
import { clientAddress } from './client-address.ts'

test('ignores X-Forwarded-For without a trusted proxy', () => {
  assert.equal(clientAddress('203.0.113.9', '1.2.3.4', 0), '203.0.113.9')
})

test('uses the client address reported by the outermost trusted proxy', () => {
  assert.equal(clientAddress('10.0.0.1', '6.6.6.6, 198.51.100.7', 1), '198.51.100.7')
  assert.equal(clientAddress('10.0.0.1', '6.6.6.6, 198.51.100.7, 10.0.0.2', 2), '198.51.100.7')
  assert.equal(clientAddress('10.0.0.1', null, 2), '10.0.0.1')
})

test('converts IPv4-mapped IPv6 addresses to IPv4, and rejects invalid addresses', () => {
  assert.equal(clientAddress('::ffff:192.0.2.1', null, 0), '192.0.2.1')
  assert.equal(clientAddress('10.0.0.1', 'drop table', 1), '0.0.0.0')
  assert.equal(clientAddress(undefined, null, 0), '0.0.0.0')
})
