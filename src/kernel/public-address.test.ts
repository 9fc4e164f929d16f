import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isPublicHost, isPublicIp } from './public-address.ts'

test('distinguishes public IP addresses from all others', () => {
  for (const ip of ['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8']) assert.equal(isPublicIp(ip), true, ip)
  const others = [
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',

    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'not-an-ip',
    '',
  ]
  for (const ip of others) assert.equal(isPublicIp(ip), false, ip)
})

test('recognizes host names in private networks', () => {
  for (const host of ['example.com', 'sub.example.co.uk', '8.8.8.8', '[2606:4700::1111]'])
    assert.equal(isPublicHost(host), true, host)
  for (const host of [
    'localhost',
    'foo.localhost',
    'localhost.',
    'printer.local',
    'metadata.internal',
    'nas.home.arpa',
    'intranet',
    '[::1]',
  ]) {
    assert.equal(isPublicHost(host), false, host)
  }
})
