import { randomHex } from '../random-hex.ts'

// What other apps share with the site, as the forms that the browser sends. The service worker stores them until the
// composer opens, because a page cannot read the body of the request that opened it.

const cacheName = 'offline-shared'
const maxAgeMs = 24 * 60 * 60 * 1000
// Any site can send such forms.
const maxForms = 5
const maxFormBytes = 50 * 1024 * 1024

/** Exists only in the cache. */
const pathOf = (id: string) => `/offline/shared/${encodeURIComponent(id)}`

/** Stores the request's body and removes the oldest forms. @returns its id @throws RangeError if it is too large,
 *  DOMException if the browser has no space left */
export async function storeSharedForm(request: Request): Promise<string> {
  const id = randomHex(8)
  const headers = { 'content-type': request.headers.get('content-type') ?? '', date: new Date().toUTCString() }
  const body = await request.blob()
  if (body.size > maxFormBytes) throw new RangeError('The form is too large.')
  const cache = await caches.open(cacheName)
  await cache.put(pathOf(id), new Response(body, { headers }))
  const stored = await cache.keys()
  await Promise.all(stored.slice(0, -maxForms).map((oldest) => cache.delete(oldest)))
  return id
}

/** Returns a stored form, or null if there is none. */
export async function readSharedForm(id: string): Promise<FormData | null> {
  if (!('caches' in globalThis)) return null
  const stored = await caches.match(pathOf(id), { cacheName })
  return (await stored?.formData()) ?? null
}

export async function removeSharedForm(id: string): Promise<void> {
  if ('caches' in globalThis) await (await caches.open(cacheName)).delete(pathOf(id))
}

/** Removes all forms, so that the next person who uses this browser does not see them. */
export async function removeSharedForms(): Promise<void> {
  await caches.delete(cacheName)
}

/** Removes the forms that were never opened. */
export async function removeOldSharedForms(): Promise<void> {
  if (!(await caches.has(cacheName))) return
  const cache = await caches.open(cacheName)
  for (const request of await cache.keys()) {
    const stored = await cache.match(request)
    if (Date.now() - Date.parse(stored?.headers.get('date') ?? '') > maxAgeMs) await cache.delete(request)
  }
}
