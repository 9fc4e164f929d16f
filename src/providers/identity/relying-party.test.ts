import assert from 'node:assert/strict'
import { test } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

test('binds passkeys to the public URL’s host name, and accepts only its origin', () => {
  assert.deepEqual(relyingPartyOf('https://dev.example'), { id: 'dev.example', origin: 'https://dev.example' })
  assert.deepEqual(relyingPartyOf('https://dev.example:8443'), {
    id: 'dev.example',
    origin: 'https://dev.example:8443',
  })
  assert.deepEqual(relyingPartyOf('https://localhost'), { id: 'localhost', origin: 'https://localhost' })
})

test('uses localhost for a loopback address', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    assert.deepEqual(relyingPartyOf(`http://${host}:3000`), { id: 'localhost', origin: 'http://localhost:3000' })
  }
})

test('offers no passkeys on IP addresses or on host names without HTTPS', () => {
  for (const siteUrl of ['http://192.0.2.7:3000', 'https://192.0.2.7', 'https://[2001:db8::1]', 'http://dev.example']) {
    assert.equal(relyingPartyOf(siteUrl), null, siteUrl)
  }
})
