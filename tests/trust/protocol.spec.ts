import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { many } from '#kernel/db.ts'
import { readKeyFile } from '#kernel/key-file.ts'
import { createSealing } from '#kernel/sealing.ts'
import { keyOwner } from '#providers/identity/keys.store.ts'
import { type Account, signUp, test } from './setup/trust.ts'

const root = path.resolve(import.meta.dirname, '../..')

interface Talk {
  /** All data that the server sent. */
  text: string
  statuses: number[]
  /** The time until the connection was closed; null if it was still open after `waitMs`. */
  closedAfterMs: number | null
}

/** Sends the chunks unchanged, `pauseMs` apart, and reads until the connection closes or `waitMs` have passed. */
async function talk(url: string, pieces: (string | Buffer)[], { waitMs = 2000, pauseMs = 5 } = {}): Promise<Talk> {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  const startedMs = performance.now()
  let text = ''
  let closedAfterMs: number | null = null
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => (closedAfterMs = performance.now() - startedMs))
  await once(socket, 'connect')
  for (const piece of pieces) {
    if (socket.destroyed) break
    socket.write(piece)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, waitMs))])
  socket.destroy()
  const statuses = Array.from(text.matchAll(/^HTTP\/1\.1 (\d{3})/gm), ([, status]) => Number(status))
  return { text, statuses, closedAfterMs }
}

const head = (line: string, ...headers: string[]) => `${[line, 'Host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`
const closing = 'Connection: close'

// These tests take more than a minute, so they run in parallel with other tests.
let dripping: Promise<Talk[]>
let idle: Promise<Talk>
test.beforeAll(({ site }) => {
  const drip = Array.from({ length: 28 }, (_, index) => `X-${index}: x\r\n`)
  const slow = ['GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n', ...drip]
  dripping = Promise.all([
    talk(site.url, slow, { waitMs: 500, pauseMs: 1000 }),
    talk(site.url, ['G'], { waitMs: 28_000, pauseMs: 1000 }),
  ])
  idle = talk(site.url, [head('GET /healthz HTTP/1.1')], { waitMs: 80_000 })
})

test('rejects unsupported methods with 405 or closes the connection', async ({ site }) => {
  for (const target of [
    '/',
    '/post/1',
    '/api/posts',
    '/api/site',
    '/auth/v1/user',
    '/storage/v1/object/x',
    '/favicon.svg',
  ]) {
    for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'LOCK', 'MKCOL', 'SEARCH', 'OPTIONS']) {
      const { statuses, text } = await talk(site.url, [
        head(`${method} ${target} HTTP/1.1`, 'X-Secret: echo-me', closing),
      ])
      expect(statuses, `${method} ${target}`).toHaveLength(1)
      expect([400, 404, 405], `${method} ${target}: ${statuses[0]}`).toContain(statuses[0])
      if (method === 'TRACE' && !target.startsWith('/storage')) expect(statuses[0], `TRACE ${target}`).toBe(405)
      expect(text).not.toContain('echo-me')
    }
  }
  for (const line of ['CONNECT evil.example:443 HTTP/1.1', 'BREW / HTTP/1.1', 'get / HTTP/1.1', 'GET / HTTP/9.9']) {
    const { statuses, closedAfterMs } = await talk(site.url, [head(line)])
    expect(
      statuses.every((status) => status >= 400),
      line,
    ).toBe(true)
    expect(closedAfterMs, line).not.toBeNull()
  }
})

const inner = 'GET /healthz?smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
const smuggling: Record<string, string> = {
  'CL and TE':
    head('POST /api/posts HTTP/1.1', 'Content-Length: 6', 'Transfer-Encoding: chunked') + `0\r\n\r\n${inner}`,
  'TE and CL':
    head('POST /api/posts HTTP/1.1', 'Transfer-Encoding: chunked', 'Content-Length: 4') + `5c\r\n${inner}0\r\n\r\n`,
  'two lengths': head('POST /api/posts HTTP/1.1', 'Content-Length: 5', 'Content-Length: 6') + `12345${inner}`,
  'two encodings':
    head('POST /api/posts HTTP/1.1', 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity') + `0\r\n\r\n${inner}`,
  'an unknown encoding': head('POST /api/posts HTTP/1.1', 'Transfer-Encoding: xchunked') + inner,
  'a space before the colon': `POST /api/posts HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${inner}`,
  'a folded header': `POST /api/posts HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\r\n Transfer-Encoding: chunked\r\n\r\n${inner}`,
  'a negative length': head('POST /api/posts HTTP/1.1', 'Content-Length: -1') + inner,
  'a length with a sign': head('POST /api/posts HTTP/1.1', 'Content-Length: +5') + `12345${inner}`,
  'a length that is a list': head('POST /api/posts HTTP/1.1', 'Content-Length: 5, 5') + `12345${inner}`,
  'a bad chunk size': `${head('POST /auth/v1/signup HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n${inner}`,
  'a chunk size with 0x': `${head('POST /auth/v1/signup HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}0x2\r\n{}\r\n0\r\n\r\n${inner}`,
  'a chunk longer than it says': `${head('POST /auth/v1/signup HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}2\r\n{}xx\r\n0\r\n\r\n${inner}`,
  'line feeds without carriage returns': `POST /api/posts HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 0\n\n${inner}`,
  'no host': `GET / HTTP/1.1\r\n\r\n${inner}`,
  'NUL in a header': head('GET / HTTP/1.1', 'X: a\0b') + inner,
  'a line break in a header': head('GET / HTTP/1.1', 'X: a\rb') + inner,
}

test('rejects ambiguous requests and does not respond to smuggled requests', async ({ site }) => {
  for (const [name, bytes] of Object.entries(smuggling)) {
    const { text, statuses, closedAfterMs } = await talk(site.url, [bytes], { waitMs: 1000 })
    expect(statuses.length > 0 || closedAfterMs !== null, name).toBe(true)
    expect(statuses.at(-1) ?? 400, `${name}: ${text.slice(0, 300)}`).toBe(400)
    expect(text, name).not.toContain('{"status":"ok"}')
    expect(closedAfterMs, `${name} closes the connection`).not.toBeNull()
  }
})

test('limits the number and size of headers and the length of the URL', async ({ site }) => {
  const large = await talk(site.url, [head('GET / HTTP/1.1', `X: ${'x'.repeat(20_000)}`)])
  expect(large.statuses).toEqual([431])
  const many = await talk(site.url, [
    head('GET / HTTP/1.1', ...Array.from({ length: 3000 }, (_, index) => `X${index}: x`)),
  ])
  expect(many.statuses).toEqual([431])
  const address = await talk(site.url, [head(`GET /?${'x'.repeat(20_000)} HTTP/1.1`)])
  expect(address.statuses).toEqual([431])
  for (const { closedAfterMs } of [large, many, address]) expect(closedAfterMs).not.toBeNull()
})

test('closes the connection after a 413 response to an endless body, and still serves other requests', async ({
  site,
}) => {
  const start = head('POST /auth/v1/signup HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked')
  const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
  const { statuses, closedAfterMs } = await talk(site.url, [start, ...Array.from({ length: 200 }, () => chunk)], {
    waitMs: 5000,
    pauseMs: 2,
  })
  expect(statuses[0]).toBe(413)
  expect(closedAfterMs).not.toBeNull()
  const lying = await talk(site.url, [
    head('POST /auth/v1/signup HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 999999999'),
  ])
  expect(lying.statuses).toEqual([413])
  expect((await talk(site.url, [head('GET /healthz HTTP/1.1', closing)])).statuses).toEqual([200])
})

const secretNames =
  /BEGIN (EC |RSA )?PRIVATE KEY|service_role|SUPABASE_(SERVICE_KEY|JWT_SECRET)|S3_SECRET|MUX_TOKEN|SMTP_URL|DATABASE_URL|postgres:\/\/|process\.env|argon2|METRICS_TOKEN|["'`]node:/

test('includes no secrets, local paths, source code, or server code in browser assets', async ({ site, request }) => {
  const folder = path.join(root, 'dist/client')
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|css|html|svg|json|webmanifest)(\.br)?$/.test(file))
  expect(files.filter((file) => file.endsWith('.js.br')).length).toBeGreaterThan(5)
  expect(
    fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.map(\.br)?$/.test(file)),
  ).toEqual([])
  for (const file of files) {
    const bytes = fs.readFileSync(path.join(folder, file))
    const text = String(file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes)
    expect(secretNames.exec(text)?.[0], file).toBeUndefined()
    expect(text, file).not.toContain('sourceMappingURL')
    expect(text, file).not.toContain(root)
  }
  const config = await request.get('/api/config/supabase')
  expect(Object.keys((await config.json()) as object).sort()).toEqual(['anonKey', 'url'])
  expect(((await config.json()) as { url: string }).url).toBe(site.url)
})

test('never serves the signing key or the data folder', async ({ site, request, db }) => {
  const { token } = await signUp(request, 'keyholder', 'Key Holder')
  const { dataDir } = site
  const keyFile = path.join(dataDir, 'identity.key')
  const sealing = createSealing(() => readKeyFile(keyFile)!)
  const rows = await many<{ kid: string; jwk: Buffer }>(db)`select kid, sealed_jwk as jwk from identity_keys`
  const secrets = rows.flatMap(({ kid, jwk }) =>
    Array.from(
      sealing
        .unseal(keyOwner(kid), jwk)
        .toString()
        .matchAll(/"(?:d|k)":"([\w-]{20,})/g),
      ([, secret]) => secret!,
    ),
  )
  expect(secrets.length).toBeGreaterThan(0)
  secrets.push(fs.readFileSync(keyFile, 'utf8').trim())
  const targets = [
    '/.env',
    '/data/postgres/PG_VERSION',
    '/postgres/PG_VERSION',
    '/identity.key',
    '/data/identity.key',
    '/package.json',
    '/src/app/config.ts',
    '/.git/config',
    '/dist/client/index.html',
    '/assets/',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/storage/',
    '/storage/v1/object/public/post-images/',
    '/storage/v1/object/public/post-images/..%2f..%2f..%2fpostgres%2fPG_VERSION',
    '/storage/v1/object/public/post-images/..%2f..%2f..%2fidentity.key',
    `/..%2f..${dataDir}/postgres/PG_VERSION`,
    '/auth/v1/.well-known/jwks.json',
    '/auth/v1/.well-known/openid-configuration',
    '/auth/v1/settings',
    '/auth/v1/keys',
    '/metrics',
    '/.vite/manifest.json',
    '/index.html',
  ]
  for (const target of targets) {
    const { text } = await talk(site.url, [head(`GET ${target} HTTP/1.1`, `Authorization: Bearer ${token}`, closing)])
    for (const secret of secrets) expect(text, target).not.toContain(secret)
    // Sites without METRICS_TOKEN answer direct callers from the same machine.
    const isServed = target.startsWith('/auth/v1/') || target === '/metrics'
    if (!isServed) expect(text, target).toMatch(/^HTTP\/1\.1 (400|404)/)
  }
  const signing = fs.existsSync(path.join(dataDir, 'keys')) ? fs.statSync(path.join(dataDir, 'keys')).mode & 0o077 : 0
  expect(signing).toBe(0)
})

test('serves byte-identical built pages with and without a valid token', async ({ site, request }) => {
  const { token }: Account = await signUp(request, 'pagereader', 'Page Reader')
  for (const target of ['/', '/?type=popular', '/login', '/nowhere']) {
    const body = async (...headers: string[]) => {
      const { text } = await talk(site.url, [head(`GET ${target} HTTP/1.1`, closing, ...headers)])
      return text.slice(text.indexOf('\r\n\r\n'))
    }
    expect(await body(`Authorization: Bearer ${token}`, `Cookie: supabase_auth_token=${token}`)).toBe(await body())
  }
})

test('closes connections with slow or incomplete headers within twenty-five seconds', async () => {
  for (const { closedAfterMs } of await dripping) expect(closedAfterMs ?? Infinity).toBeLessThan(25_000)
})

test('keeps idle connections open longer than proxies do, but not forever', async () => {
  const { statuses, closedAfterMs } = await idle
  expect(statuses).toEqual([200])
  expect(closedAfterMs ?? Infinity).toBeGreaterThan(60_000)
  expect(closedAfterMs ?? Infinity).toBeLessThan(80_000)
})
