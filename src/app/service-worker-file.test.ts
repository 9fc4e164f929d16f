import assert from 'node:assert/strict'
import { test } from 'vitest'
import { withServiceWorker } from './service-worker-file.ts'
import type { StoredResponse } from './stored-response.ts'

const path = '/service-worker.js'
const built: StoredResponse = {
  status: 200,
  etag: 'one',
  headers: { 'cache-control': 'public, max-age=3600' },
  bodies: { identity: Buffer.from('built') },
  isCompressible: true,
}
const served = (hasServiceWorker: boolean) =>
  withServiceWorker(new Map([[path, built]]), { hasServiceWorker }).get(path)!

test('serves the service worker with a policy that lets it fetch only from this site, and revalidates it', () => {
  const { headers, bodies } = served(true)
  assert.equal(String(bodies.identity), 'built')
  assert.equal(headers['content-security-policy'], "default-src 'none'; connect-src 'self'; img-src 'self'")
  assert.equal(headers['cache-control'], 'no-cache')
})

test('serves a script that removes the service worker and its files if the operator has turned it off', () => {
  const { bodies, etag } = served(false)
  assert.match(String(bodies.identity), /caches\.delete[\s\S]*unregister/)
  assert.notEqual(etag, built.etag)
})

test('serves no service worker during development', () => {
  assert.equal(withServiceWorker(new Map(), { hasServiceWorker: false }).size, 0)
})
