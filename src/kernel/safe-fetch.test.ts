import assert from 'node:assert/strict'
import http, { type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, test } from 'vitest'
import { createSafeFetch, type FetchOptions } from './safe-fetch.ts'

let internalCalls = 0
const internal = http.createServer((_, response) => {
  internalCalls++
  response.end('secret')
})
// Stands in for the public internet, at host names on the allow list.
const outside = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
  response.setHeader('content-type', 'text/html')
  const to = (location: string, status = 302) => response.writeHead(status, { location }).end()
  if (pathname === '/page') response.end('<p>hello')
  else if (pathname === '/to') to(searchParams.get('to')!)
  else if (pathname === '/hops')
    to(Number(searchParams.get('n')) ? `/hops?n=${Number(searchParams.get('n')) - 1}` : '/page')
  else if (pathname === '/echo') answerEcho(request, response)
  else if (pathname === '/see-other') to('/echo', 303)
  else if (pathname === '/again') to('/echo', 307)
  else if (pathname === '/large') response.end(Buffer.alloc(2 << 20))
  else if (pathname === '/endless') void pour(response)
  else if (pathname === '/bomb') response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50 << 20)))
  else if (pathname === '/slow') response.write('a')
  else if (pathname === '/svg') response.setHeader('content-type', 'image/svg+xml').end('<svg/>')
  else if (pathname === '/busy') response.writeHead(429, { 'retry-after': '120' }).end()
  else if (pathname === '/hangup') request.socket.destroy()
  else if (pathname !== '/silent') response.writeHead(404).end('nothing')
})

function answerEcho(request: http.IncomingMessage, response: http.ServerResponse) {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => response.end(JSON.stringify({ method: request.method, body, headers: request.headers })))
}
async function pour(response: http.ServerResponse) {
  while (!response.destroyed) {
    response.write(Buffer.alloc(1 << 16))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const listening = (server: Server, host: string) => new Promise<void>((resolve) => server.listen(0, host, resolve))
const portOf = (server: Server) => (server.address() as AddressInfo).port
beforeAll(() => Promise.all([listening(internal, '127.0.0.1'), listening(outside, '127.0.0.2')]))
afterAll(() => {
  for (const server of [internal, outside]) {
    server.closeAllConnections()
    server.close()
  }
})

const loopback = { address: '127.0.0.2', family: 4 }
const names: Record<string, { address: string; family: number }[]> = {
  'rebound.test': [{ address: '127.0.0.1', family: 4 }],
  'mixed.test': [
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ],
  'empty.test': [],
}
const lookup: LookupFunction = (hostname, options, callback) => {
  const found = names[hostname] ?? [loopback]
  if (options.all) callback(null, found)
  else callback(null, found[0]!.address, 4)
}

const fetchAs = () => createSafeFetch({ allow: [`site.test:${portOf(outside)}`], userAgent: 'Devstead-test', lookup })
const site = (path: string) => `http://site.test:${portOf(outside)}${path}`
const ask = (address: string, options: FetchOptions = {}) => fetchAs()(address, { timeoutMs: 3000, ...options })
const reasonOf = async (address: string, options: FetchOptions = {}) => {
  const result = await ask(address, options)
  return result.ok ? `ok ${result.status}` : result.reason
}

test('fetches a page with its media type and final URL, and sends our user agent', async () => {
  const result = await ask(site('/hops?n=2'), { types: /^text\/html/ })
  assert.ok(result.ok)
  assert.deepEqual(
    [result.status, result.url, result.contentType, String(result.body)],
    [200, site('/page'), 'text/html', '<p>hello'],
  )
  const echo = await ask(site('/echo'), { headers: { accept: 'text/x', 'accept-encoding': 'gzip' } })
  assert.match(
    echo.ok ? String(echo.body) : '',
    /"user-agent":"Devstead-test","accept":"text\/x","accept-encoding":"identity"/,
  )
  assert.equal(await reasonOf(site('/missing')), 'ok 404')
})

test('sends a form, and resends it only after redirects that require it', async () => {
  const post = {
    method: 'POST',
    body: 'a=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  } as const
  const sent = async (path: string) => {
    const result = await ask(site(path), post)
    const { method, body } = JSON.parse(result.ok ? String(result.body) : '{}') as Record<string, string>
    return `${method} ${body}`
  }
  assert.equal(await sent('/echo'), 'POST a=1')
  assert.equal(await sent('/again'), 'POST a=1')
  assert.equal(await sent('/see-other'), 'GET ')
})

test('never connects to a private address, however it is written', async () => {
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '017700000001',
    '127.1',
    '127.0.0.1.',
    '[::1]',
    '[::ffff:127.0.0.1]',

    '[::ffff:7f00:1]',
    '[::7f00:1]',
    '0.0.0.0',
    '0',
    '[::]',
    '169.254.169.254',
    '10.0.0.5',
    '172.16.3.4',
    '192.168.1.1',

    '100.64.0.1',
    '[fd00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'localhost',
    'LOCALHOST.',
    'foo.localhost',
    'metadata.internal',
    'printer.local',
    'intranet',
    '127。0。0。1',
    '①②⑦.0.0.1',
  ]
  for (const host of hosts) {
    assert.equal(await reasonOf(`http://${host}:${portOf(internal)}/`), 'address', host)
    assert.equal(await reasonOf(`http://${host}/`), 'address', host)
  }
  assert.equal(internalCalls, 0)
})

test('rejects non-HTTP schemes, credentials in the URL, and nonstandard ports', async () => {
  const addresses = [
    'file:///etc/passwd',
    'ftp://site.test/',
    'gopher://site.test/',
    'data:text/html,x',
    'javascript:1',
    'site.test',
    '',

    'http://user:pass@site.test/',
    'http://user@site.test/',
    'http://site.test:22/',
    'http://site.test:6379/',
    'http://',
    'https://site.test:80/',
    'http://site.test:443/',
    `http://site.test:${portOf(internal)}/`,
  ]
  for (const address of addresses) assert.equal(await reasonOf(address), 'address', address)
})

test('checks the address that a host name resolves to when connecting', async () => {
  for (const name of ['rebound.test', 'mixed.test', 'empty.test']) {
    assert.equal(await reasonOf(`http://${name}/`), 'address', name)
    assert.equal(await reasonOf(`https://${name}/`), 'address', name)
  }
  assert.equal(internalCalls, 0)
})

test('checks every redirect, and follows at most five', async () => {
  const away = [
    `http://127.0.0.1:${portOf(internal)}/`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'http://rebound.test/',
    'http://u:p@site.test/',
    '//[::1]/',
    'http://[',
  ]
  for (const address of away)
    assert.equal(await reasonOf(site(`/to?to=${encodeURIComponent(address)}`)), 'address', address)
  assert.equal(await reasonOf(site('/hops?n=4')), 'ok 200')
  assert.equal(await reasonOf(site('/hops?n=5')), 'redirects')
  assert.equal(internalCalls, 0)
})

test('rejects large, compressed, slow, missing, and incomplete responses, and unexpected media types', async () => {
  assert.equal(await reasonOf(site('/large')), 'too_large')
  assert.equal(await reasonOf(site('/endless')), 'too_large')
  assert.equal(await reasonOf(site('/page'), { maxBytes: 7 }), 'too_large')
  assert.equal(await reasonOf(site('/page'), { maxBytes: 8 }), 'ok 200')
  const cut = await ask(site('/page'), { maxBytes: 7, longer: 'cut' })
  assert.equal(cut.ok && String(cut.body), '<p>hell')
  assert.equal(await reasonOf(site('/endless'), { longer: 'cut' }), 'ok 200')
  assert.equal(await reasonOf(site('/bomb')), 'encoding')
  assert.equal(await reasonOf(site('/slow'), { timeoutMs: 200 }), 'timeout')
  assert.equal(await reasonOf(site('/silent'), { timeoutMs: 200 }), 'timeout')
  assert.equal(await reasonOf(site('/svg'), { types: /^text\/html/ }), 'type')
  assert.equal(await reasonOf(site('/hangup')), 'unreachable')
})

test('does not let an unresponsive host delay others', async () => {
  const fetch = createSafeFetch({
    allow: [`site.test:${portOf(outside)}`, `other.test:${portOf(outside)}`],
    userAgent: 'Devstead-test',
    lookup,
  })
  let answered = 0
  const stuck = Array.from({ length: 20 }, () => fetch(site('/silent'), { timeoutMs: 1500 }).finally(() => answered++))
  const other = await fetch(`http://other.test:${portOf(outside)}/page`)
  assert.deepEqual([other.ok, answered], [true, 0])
  for (const result of await Promise.all(stuck)) assert.equal(result.ok || result.reason, 'timeout')
})

test('reports when to retry a busy host', async () => {
  const result = await ask(site('/busy'))
  assert.ok(!result.ok && result.reason === 'busy' && result.retryAt)
  assert.ok(Math.abs(result.retryAt.getTime() - Date.now() - 120_000) < 10_000)
})

test('treats a host name that cannot be resolved as unreachable', async () => {
  // Like Node.js, passes only the error on failure, although the types also require an address.
  const lookup = ((_host: string, _options: unknown, callback: (reason: Error) => void) =>
    setImmediate(callback, Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))) as unknown as LookupFunction
  const fetch = createSafeFetch({ allow: [], userAgent: 'Devstead-test', lookup })
  assert.deepEqual(await fetch('https://nowhere.example/'), {
    ok: false,
    reason: 'unreachable',
    url: 'https://nowhere.example/',
  })
})
