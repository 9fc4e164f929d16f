import assert from 'node:assert/strict'
import { test } from 'vitest'
import { tooMany } from './limits.ts'
import { networkOf } from './networks.ts'

test('counts all addresses of an IPv6 subscriber as one caller', () => {
  assert.equal(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:2:ffff::9'))
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
  assert.equal(networkOf('fe80::1%eth0'), networkOf('fe80::2%eth0'))
})

test('treats an IPv6 /48 or an IPv4 /24 as a block', () => {
  assert.equal(networkOf('2001:db8:1:2::1', 'block'), networkOf('2001:db8:1:ffff::1', 'block'))
  assert.notEqual(networkOf('2001:db8:1::1', 'block'), networkOf('2001:db8:2::1', 'block'))
  assert.equal(networkOf('192.0.2.1', 'block'), networkOf('192.0.2.200', 'block'))
})

test('counts an IPv4 address by itself or with its subnet', () => {
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf('192.0.2.1', 'subnet'), networkOf('192.0.2.200', 'subnet'))
  assert.equal(networkOf('not an address'), 'not an address')
})

test('reports how long to wait, in seconds or minutes', () => {
  assert.match(tooMany(1).message, /in 1 second\.$/)
  assert.match(tooMany(60).message, /in 60 seconds\.$/)
  assert.match(tooMany(3412).message, /in 57 minutes\.$/)
  assert.match(tooMany(80_000).message, /in 23 hours\.$/)
  assert.equal(tooMany(3412).details.retryAfterSeconds, 3412)
})
