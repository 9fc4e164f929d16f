import type { Config } from './config.ts'
import { etagOf, type StoredResponse } from './stored-response.ts'

const path = '/service-worker.js'

/** Its own policy applies to what the worker fetches. Browsers must not run an outdated worker. */
const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'",
}

/** Replaces an installed service worker: deletes what it stored and removes itself. */
const removal = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(remove()))
async function remove() {
  const names = (await caches.keys()).filter((name) => name.startsWith('offline-'))
  await Promise.all(names.map((name) => caches.delete(name)))
  await registration.unregister()
}
`

/** Returns the built files with the headers that the service worker needs or, if the operator has turned it off, with a
 *  script that removes it from browsers. */
export function withServiceWorker(
  assets: Map<string, StoredResponse>,
  { hasServiceWorker }: Pick<Config, 'hasServiceWorker'>,
): Map<string, StoredResponse> {
  const built = assets.get(path)
  if (!built) return assets // during development
  return new Map(assets).set(path, hasServiceWorker ? { ...built, headers } : removalFile())
}

function removalFile(): StoredResponse {
  const identity = Buffer.from(removal)
  return { status: 200, etag: etagOf(identity), headers, bodies: { identity }, isCompressible: true }
}
