import assert from 'node:assert/strict'
import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, test } from 'vitest'
import { createSafeFetch } from '#kernel/safe-fetch.ts'
import { cast } from '#tests/support/cast.ts'
import { signedImagePath } from './signed-image-path.ts'
import { createImageProxy, type ImageProxyOptions } from './image-proxy.ts'
import { imageProxyRoutes } from './image-proxy.routes.ts'

const secret = Buffer.alloc(32, 7)
const photo = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: 'red' } })
  .withMetadata({ exif: { IFD0: { Copyright: 'secret place' } } })
  .jpeg()
  .toBuffer()
const gif = await sharp(
  await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 40, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  ),
  { join: { animated: true } },
)
  .gif()
  .toBuffer()

/** An address where nothing responds. */
const elsewhere = 'http://127.0.0.2:9/photo.jpg'
let calls: string[] = []
let isDown = false
const bodies: Record<string, [type: string, body: string | Buffer]> = {
  '/photo.jpg': ['image/jpeg', photo],
  '/anonymous': ['application/octet-stream', photo],
  '/cat.gif': ['image/gif', gif],
  '/drawing.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  '/drawing.png': ['image/png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  '/page.png': ['image/png', '<script>alert(1)</script>'],
  '/page': ['text/html', '<p>'],
  '/broken.jpg': ['image/jpeg', photo.subarray(0, 20)],
  '/large.jpg': ['image/jpeg', Buffer.concat([photo, Buffer.alloc(11 << 20)])],
}
const host = http.createServer((request, response) => {
  const address = request.url ?? ''
  calls.push(address)
  const [type, body] = bodies[address.split('?')[0]!] ?? []
  if (isDown) request.socket.destroy()
  else if (address === '/busy.png') response.writeHead(503, { 'retry-after': '86400' }).end()
  else if (address === '/away.png') response.writeHead(302, { location: elsewhere }).end()
  else if (address === '/fault.png') response.writeHead(500).end()
  else if (!type) response.writeHead(404).end()
  else response.setHeader('content-type', type).end(body)
})
let cacheDir = ''
beforeAll(async () => {
  cacheDir = await fs.mkdtemp(path.join(tmpdir(), 'image-proxy-'))
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  host.close()
  await fs.rm(cacheDir, { recursive: true })
})

const there = (file: string) => `http://127.0.0.1:${(host.address() as AddressInfo).port}${file}`

const proxyIn = (folder: string, options: Partial<ImageProxyOptions> = {}) =>
  createImageProxy({
    cacheDir: path.join(cacheDir, folder),
    secret,
    fetch: createSafeFetch({ allow: [new URL(there('/')).host], userAgent: 'Devstead-test' }),
    log: pino({ level: 'silent' }),
    ...options,
  })

async function readers(folder: string, options: Partial<ImageProxyOptions> = {}) {
  calls = []
  isDown = false
  let laterMs = 0
  const imageProxy = proxyIn(folder, { clock: { now: () => Date.now() + laterMs }, ...options })
  const t = await cast(imageProxyRoutes, { imageProxy })
  const ask = (address: string, headers: Record<string, string> = {}) => t.app.request(address, { headers })
  return {
    ...t,
    ask,
    see: (file: string, query = '') => ask(signedImagePath(there(file), secret) + query),
    later: (ms: number) => (laterMs += ms),
  }
}
const shown = async (response: Response) => sharp(Buffer.from(await response.arrayBuffer())).metadata()

test('serves a remote picture as a smaller WebP that has no metadata and cannot run code', async () => {
  const { see } = await readers('first')
  const response = await see('/photo.jpg')
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'image/webp')
  assert.equal(response.headers.get('content-security-policy'), "default-src 'none'; sandbox")
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.match(response.headers.get('cache-control') ?? '', /^public, max-age=86400/)
  const { format, width, height, exif } = await shown(response)
  assert.deepEqual([format, width, height, exif], ['webp', 1600, 800, undefined])
  assert.equal((await shown(await see('/photo.jpg', '?width=480'))).width, 480)
  assert.equal((await shown(await see('/anonymous'))).format, 'webp')
})

test('preserves animations', async () => {
  const { see } = await readers('moving')
  const { format, pages } = await shown(await see('/cat.gif'))
  assert.deepEqual([format, pages], ['webp', 2])
})

test('fetches a picture only once for concurrent and later readers', async () => {
  const { see } = await readers('once')
  const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await see('/photo.jpg')).status))
  assert.deepEqual(statuses, [200, 200, 200, 200, 200])
  await see('/photo.jpg')
  assert.deepEqual(calls, ['/photo.jpg'])
})

test('shares fetched pictures between processes', async () => {
  const { see } = await readers('shared')
  await see('/photo.jpg')
  const [, , signature, address] = signedImagePath(there('/photo.jpg'), secret).split('/')
  const { bytes } = await proxyIn('shared').get(signature!, address!, 1600)
  assert.equal((await sharp(bytes).metadata()).width, 1600)
  assert.deepEqual(calls, ['/photo.jpg'])
})

test('returns 304 if the reader already has the picture', async () => {
  const { ask } = await readers('first')
  const address = signedImagePath(there('/photo.jpg'), secret)
  const etag = (await ask(address)).headers.get('etag') ?? ''
  const again = await ask(address, { 'if-none-match': `W/"other", ${etag}` })
  assert.deepEqual([again.status, again.headers.get('etag'), await again.text()], [304, etag, ''])
})

test('fetches only URLs that this site has signed', async () => {
  const { ask } = await readers('forged')
  const [, , signature, address] = signedImagePath(there('/photo.jpg'), secret).split('/')
  const other = Buffer.from(there('/cat.gif')).toString('base64url')
  const forged = [
    `/image-proxy/${signature}/${other}`,
    `/image-proxy/${'A'.repeat(22)}/${address}`,
    `/image-proxy/a/${address}`,
    `/image-proxy/${signature}/%00`,
    signedImagePath(there('/photo.jpg'), Buffer.alloc(32, 8)),
    signedImagePath('not an address', secret),
  ]
  for (const one of forged) assert.equal((await ask(one)).status, 404, one)
  assert.equal((await ask(`/image-proxy/${signature}/${address}?width=481`)).status, 400)
  assert.deepEqual(calls, [])
})

test('cannot access private networks', async () => {
  const { ask } = await readers('private')
  for (const url of [
    'http://127.0.0.1:1/a.png',
    'http://169.254.169.254/a.png',
    'http://[::1]/a.png',
    'file:///etc/passwd',
    'http://localhost/a.png',
  ]) {
    assert.equal((await ask(signedImagePath(url, secret))).status, 404, url)
  }
})

test('returns 404 for files that are not pictures, and does not refetch them for a while', async () => {
  const { see, later, logged } = await readers('none')
  const files = ['/drawing.svg', '/drawing.png', '/page.png', '/page', '/broken.jpg', '/large.jpg', '/missing.png']
  for (const file of files) assert.equal((await see(file)).status, 404, file)
  for (const file of files) assert.equal((await see(file)).status, 404, file)
  assert.deepEqual(calls, files)
  later(10 * 60 * 1000 + 1)
  await see('/missing.png')
  assert.equal(calls.length, files.length + 1)
  assert.deepEqual(logged, [])
})

test('contacts an unreachable host at most once a minute, no matter which picture is requested', async () => {
  const { see, later } = await readers('dead')
  isDown = true
  assert.equal((await see('/photo.jpg')).status, 502)
  assert.equal((await see('/cat.gif')).status, 502)
  assert.deepEqual(calls, ['/photo.jpg'])
  isDown = false
  later(60_001)
  assert.equal((await see('/cat.gif')).status, 200)
  assert.equal((await see('/fault.png')).status, 502)
  assert.equal((await see('/photo.jpg')).status, 200)
})

test('retries a picture after ten minutes despite a longer Retry-After, and fetches others immediately', async () => {
  const { see, later } = await readers('busy')
  assert.equal((await see('/busy.png')).status, 502)
  assert.equal((await see('/busy.png')).status, 502)
  assert.equal((await see('/photo.jpg')).status, 200)
  assert.deepEqual(calls, ['/busy.png', '/photo.jpg'])
  later(10 * 60_000 + 1)
  await see('/busy.png')
  assert.deepEqual(calls, ['/busy.png', '/photo.jpg', '/busy.png'])
})

test('attributes a failure after a redirect to the target host', async () => {
  const allow = [new URL(there('/')).host, new URL(elsewhere).host]
  const { see, ask } = await readers('away', { fetch: createSafeFetch({ allow, userAgent: 'Devstead-test' }) })
  assert.equal((await see('/away.png')).status, 502)
  assert.equal((await see('/photo.jpg')).status, 200)
  assert.equal((await see('/away.png')).status, 502)
  assert.deepEqual(calls, ['/away.png', '/photo.jpg'])
  assert.equal((await ask(signedImagePath(elsewhere, secret))).status, 502)
})

test('does not block a host’s HTTPS pictures when its HTTP pictures fail', async () => {
  const body = photo
  const { ask } = await readers('scheme', {
    fetch: async (url) =>
      url.startsWith('http:')
        ? { ok: false, reason: 'unreachable', url }
        : { ok: true, status: 200, url, contentType: 'image/jpeg', headers: new Headers(), body },
  })
  assert.equal((await ask(signedImagePath('http://pictures.test/a.jpg', secret))).status, 502)
  assert.equal((await ask(signedImagePath('http://pictures.test/b.jpg', secret))).status, 502)
  assert.equal((await ask(signedImagePath('https://pictures.test/c.jpg', secret))).status, 200)
})

test('does not block a host’s other pictures when one times out', async () => {
  const quick = createSafeFetch({ allow: [new URL(there('/')).host], userAgent: 'Devstead-test' })
  const { see } = await readers('slow', {
    fetch: (url, options) =>
      url.endsWith('/slow.png') ? Promise.resolve({ ok: false, reason: 'timeout', url }) : quick(url, options),
  })
  assert.equal((await see('/slow.png')).status, 502)
  assert.equal((await see('/photo.jpg')).status, 200)
})

test('refetches an outdated picture, and keeps serving the cached copy while the host is down', async () => {
  const { see, later } = await readers('old')
  await see('/photo.jpg')
  later(8 * 24 * 60 * 60 * 1000)
  assert.equal((await see('/photo.jpg')).status, 200)
  assert.equal(calls.length, 2)
  isDown = true
  assert.equal((await see('/photo.jpg')).status, 200)
})

test('evicts the oldest pictures when the cache exceeds its limit', async () => {
  const { see } = await readers('bounded', { maxCacheBytes: 10_000 })
  for (let n = 0; n < 12; n++) await see(`/photo.jpg?${n}`)
  const folder = path.join(cacheDir, 'bounded')
  const files = await fs.readdir(folder)
  const sizes = await Promise.all(files.map(async (file) => (await fs.stat(path.join(folder, file))).size))
  assert.ok(sizes.reduce((a, b) => a + b, 0) <= 12_000, String(sizes))
  assert.ok(files.length > 0 && files.every((file) => !file.endsWith('.part')))
  calls = []
  await see('/photo.jpg?11')
  assert.deepEqual(calls, [])
})
