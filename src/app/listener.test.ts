import assert from 'node:assert/strict'
import { once } from 'node:events'
import http, { type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { pino } from 'pino'
import { onTestFinished, test, vi } from 'vitest'
import { AppError } from '#kernel/errors.ts'
import { EventStream } from '#kernel/event-stream.ts'
import { createMetrics, prometheusText } from '#kernel/metrics.ts'
import { patienceMs } from '#tests/support/patience.ts'
import type { App } from './http.ts'
import { answerWithEvents } from './event-answer.ts'
import { createDocumentAddress } from './document-address.ts'
import { createListener } from './listener.ts'
import { createLoadShedding } from './load-shedding.ts'
import { createPageCache, type RenderedPage } from './page-cache.ts'
import type { PageLimits } from './page-limits.ts'
import type { Assets } from './site-files.ts'

/** A listener whose API responds with the requested path, and whose pages respond with their URL. */
async function listening(
  render = (address: string): Promise<RenderedPage> => Promise.resolve({ status: 200, body: address, headers: {} }),
  pageLimits: PageLimits = async () => {},
  maxInProgress = 100,
  assets: Assets = new Map(),
) {
  const logged: { level: number }[] = []
  const app: App = new Hono()
  app.get('/api/events', (c) => answerWithEvents(new EventStream(() => () => {}), c.env.outgoing as ServerResponse, {}))
  app.all('*', (c) => c.text(`api ${c.req.path}`))
  const metrics = createMetrics()
  const listener = createListener({
    app,
    documents: createDocumentAddress(['/api', '/healthz', '/readyz'], { addressOf: () => null }, async () => '/404'),
    isPersonal: () => false,
    redirects: { beforePage: () => null, insteadOfNotFound: async () => null },
    localeOf: () => null,
    settings: { refresh: () => undefined },
    assets,
    pages: createPageCache({ render }),
    previews: { at: () => null, respond: () => Promise.reject(new Error('There are no previews.')) },
    renderPage: render,
    pageLimits,
    loadShedding: createLoadShedding({ maxInProgress }),
    headers: {},
    documentHeaders: () => ({}),
    log: pino({}, { write: (line: string) => logged.push(JSON.parse(line)) }),
    metrics,
  })
  const server = http.createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  /** Requests the target without normalizing it. */
  async function ask(target: string, method = 'GET', contentType?: string) {
    const headers = contentType === undefined ? {} : { 'content-type': contentType }
    const request = http.request({ port, host: '127.0.0.1', path: target, method, headers, agent: false })
    request.end(contentType && 'password=secret')
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    return { status: response.statusCode, headers: response.headers, text: await text(response) }
  }
  /** Sends raw bytes. @returns everything received until the connection ended */
  async function send(bytes: string): Promise<string> {
    const socket = net.connect(port, '127.0.0.1')
    socket.end(bytes)
    return text(socket)
  }
  const metricsText = async () => prometheusText(new Map([['1', await metrics.read()]]))
  return { ask, send, logged, port, metricsText }
}

test('treats a URL starting with two slashes as a path, not as a host', async () => {
  const { ask } = await listening()
  for (const target of ['//', '//evil.example/', '/\\evil.example', '///login', '//api/posts', '*']) {
    assert.equal((await ask(target)).text, '/404', target)
  }
})

test('accepts an absolute URL, as proxy clients send it, and uses its path', async () => {
  const { ask } = await listening()
  assert.equal((await ask('http://devstead.test/login?next=/')).text, '/login')
  assert.equal((await ask('http://devstead.test')).text, '/')
  assert.equal((await ask('http://devstead.test/api/posts?page=1')).text, 'api /api/posts')
  assert.equal((await ask('http://devstead.test/api/posts', 'POST')).text, 'api /api/posts')
})

test('redirects a form submitted before hydration to its page, dropping the form data', async () => {
  const { ask } = await listening()
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
    const { status, headers } = await ask('/login?next=%2Fpost%2F7', 'POST', type)
    assert.deepEqual([status, headers.location, headers['cache-control']], [303, '/login?next=%2Fpost%2F7', 'no-store'])
  }
  assert.equal((await ask('/api/posts', 'POST', 'text/plain')).text, 'api /api/posts')
})

test('rejects methods other than GET and HEAD, unless the request submits a form to a page', async () => {
  const { ask } = await listening()
  const form = 'application/x-www-form-urlencoded'
  for (const [target, method, type] of [
    ['/login', 'POST', undefined],
    ['/login', 'POST', 'application/json'],
    ['/login', 'PUT', form],
    ['/no-such-page', 'POST', form],
    ['//evil.example/', 'POST', form],
    ['/\\evil.example', 'POST', form],
    ['/login/../..//evil.example', 'POST', form],
    ['*', 'POST', form],
  ] as const) {
    const { status, headers } = await ask(target, method, type)
    assert.deepEqual([status, headers.allow, headers.location], [405, 'GET, HEAD', undefined], `${method} ${target}`)
  }
})

test('returns 503 with Retry-After when the database is unavailable, and logs no error', async () => {
  const away = new AppError('not_ready', 'The database is not available.', { retryAfterSeconds: 2 })
  const { ask, logged } = await listening(() => Promise.reject(away))
  const { status, headers, text } = await ask('/')
  assert.deepEqual([status, headers['retry-after'], headers['cache-control']], [503, '2', 'no-store'])
  assert.match(text, /The database is not available/)
  assert.deepEqual(
    logged.map(({ level }) => level),
    [40],
  )
})

test('returns 500 without details for a page that fails to render', async () => {
  const { ask, logged } = await listening(() => Promise.reject(new Error('secret')))
  const { status, headers, text } = await ask('/')
  assert.equal(status, 500)
  assert.doesNotMatch(text, /secret/)
  // It is styled and links to the home page.
  assert.match(String(headers['content-security-policy']), /style-src 'sha256-/)
  assert.match(text, /<a href="\/">Back to Home<\/a>/)
  assert.deepEqual(
    logged.map(({ level }) => level),
    [50],
  )
})

test('limits how often pages are rendered, returns Retry-After, and still serves cached pages', async () => {
  const counted: string[] = []
  const { ask, logged } = await listening(undefined, async (_request, address) => {
    if (counted.push(address) > 1) throw new AppError('rate_limited', 'Too many pages.', { retryAfterSeconds: 9 })
  })
  assert.equal((await ask('/search?q=one&page=1')).status, 200)
  const { status, headers } = await ask('/search?q=two')
  assert.deepEqual([status, headers['retry-after'], headers['cache-control']], [429, '9', 'no-store'])
  for (const target of ['/search?q=one', '/search?q=one&from=elsewhere']) assert.equal((await ask(target)).status, 200)
  assert.deepEqual(counted, ['/search?q=one', '/search?q=two'])
  assert.deepEqual(
    logged.filter(({ level }) => level > 40),
    [],
  )
})

const request = (target: string, ...headers: string[]) => [`GET ${target}`, ...headers, '', ''].join('\r\n')

test('rejects a request without exactly one valid Host header, regardless of the path', async () => {
  const { send, logged } = await listening()
  const hosts = [
    ['Host: a.example', 'Host: b.example'],
    ['Host: a.example', 'Host: a.example'],
    ['Host: a.example, b.example'],
    ...['', 'a/b', 'user@a.example', 'a b', 'a.example:99999', 'a.example:x', '[::1', 'a\\b', 'a?b', 'a#b'].map(
      (host) => [`Host: ${host}`],
    ),
    [],
  ]
  for (const path of ['/', '/api/posts'])
    for (const headers of hosts)
      assert.match(await send(request(`${path} HTTP/1.1`, ...headers)), /^HTTP\/1\.1 400 /, headers.join())
  for (const path of ['/', '/api/posts', '/ HTTP/0.9'])
    assert.match(await send(request(path)), /^HTTP\/1\.1 400 [\s\S]*"code":"invalid_input"/, path)
  assert.deepEqual(logged, [])
})

test('accepts host names, IP addresses, and ports in Host, and HTTP/1.0 requests without a Host header', async () => {
  const { send } = await listening()
  for (const host of [
    'a.example',
    'a.example:8080',
    'a_b.local',
    '127.0.0.1:3000',
    '[::1]:3000',
    'xn--bcher-kva.example',
  ])
    assert.match(await send(request('/ HTTP/1.1', `Host: ${host}`, 'Connection: close')), /^HTTP\/1\.1 200 /, host)
  assert.match(await send(request('/ HTTP/1.0')), /^HTTP\/1\.1 200 /)
})

test('renders a page with a secret URL separately for each request, and logs failures without the URL', async () => {
  const bodies = ['one', 'two']
  const { ask, logged } = await listening(() => {
    const body = bodies.shift()
    if (body === undefined) return Promise.reject(new Error('broken'))
    return Promise.resolve({ status: 200, body, headers: { 'cache-control': 'no-store' } })
  })
  const path = `/draft/${'s'.repeat(32)}`
  assert.deepEqual([(await ask(path)).text, (await ask(path)).text], ['one', 'two'])
  assert.equal((await ask(path)).status, 500)
  assert.equal(logged.length, 1)
  assert.doesNotMatch(JSON.stringify(logged), /sss/)
})

test('sheds load with 503 and Retry-After, but serves cached pages and probes', async () => {
  const gate = Promise.withResolvers<RenderedPage>()
  const rendering = Promise.withResolvers<void>()
  const render = async (address: string): Promise<RenderedPage> => {
    if (address !== '/members') return { status: 200, body: address, headers: {} }
    rendering.resolve()
    return gate.promise
  }
  const limited: string[] = []
  const { ask } = await listening(render, async (_, address) => void limited.push(address), 1)
  assert.equal((await ask('/login')).status, 200)
  const slow = ask('/members')
  await rendering.promise
  for (const target of ['/api/posts', '/blog', `/draft/${'s'.repeat(32)}`]) {
    const { status, headers } = await ask(target)
    assert.deepEqual([status, headers['retry-after']], [503, '5'], target)
  }
  for (const target of ['/login', '/healthz', '/readyz']) assert.notEqual((await ask(target)).status, 503, target)
  assert.deepEqual(limited, ['/login', '/members'], 'rejected requests do not count')
  gate.resolve({ status: 200, body: 'members', headers: {} })
  assert.equal((await slow).status, 200)
  assert.equal((await ask('/api/posts')).status, 200)
})

test('serves the last known page while it sheds load, marked as stale', async () => {
  const gate = Promise.withResolvers<RenderedPage>()
  const rendering = Promise.withResolvers<void>()
  const render = async (address: string): Promise<RenderedPage> => {
    if (address !== '/members') return { status: 200, body: address, headers: {} }
    rendering.resolve()
    return gate.promise
  }
  const { ask } = await listening(render, async () => {}, 1)
  assert.equal((await ask('/login')).headers['cache-status'], undefined)
  await sleep(1100) // Pages without topics are rendered again after a second.
  const slow = ask('/members')
  await rendering.promise
  const { status, headers, text } = await ask('/login')
  assert.deepEqual([status, text, headers['cache-control']], [200, '/login', 'no-cache'])
  assert.match(String(headers['cache-status']), /^Devstead; hit; ttl=-\d+; detail=overload$/)
  gate.resolve({ status: 200, body: 'members', headers: {} })
  await slow
  assert.equal((await ask('/login')).headers['cache-status'], undefined)
})

test('counts requests by path pattern and status, and cached documents as hits', async () => {
  const { ask, metricsText } = await listening(async (address) => ({
    status: 200,
    body: address,
    headers: {},
    endpoint: address === '/404' ? '/:slug' : address,
  }))
  for (const target of ['/login', '/login', '/no/such/page/1', '/no/such/page/2', '/api/posts/7']) await ask(target)
  await ask('/login', 'POST')
  await ask('/login', 'PURGE')
  const text = await metricsText()
  for (const line of [
    'devstead_http_requests_total{method="GET",endpoint="/login",status="200",process="1"} 2',
    'devstead_http_requests_total{method="GET",endpoint="/:slug",status="200",process="1"} 2',
    'devstead_http_requests_total{method="GET",endpoint="other",status="200",process="1"} 1',
    'devstead_http_requests_total{method="POST",endpoint="other",status="405",process="1"} 1',
    'devstead_http_requests_total{method="other",endpoint="other",status="405",process="1"} 1',
    'devstead_page_cache_requests_total{result="miss",process="1"} 2',
    'devstead_page_cache_requests_total{result="hit",process="1"} 2',
    'devstead_http_requests_in_flight{process="1"} 0',
  ])
    assert.ok(text.includes(`${line}\n`), `${line}\n${text}`)
})

test('counts an event stream as open until its reader disconnects, and does not measure its duration', async () => {
  const { port, metricsText } = await listening()
  const reader = net.connect(port, '127.0.0.1')
  reader.write('GET /api/events HTTP/1.1\r\nhost: here\r\n\r\n')
  await once(reader, 'data')
  assert.match(await metricsText(), /^devstead_event_streams\{process="1"\} 1$/m)
  reader.destroy()
  await vi.waitFor(async () => {
    const text = await metricsText()
    assert.match(text, /^devstead_event_streams\{process="1"\} 0$/m)
    assert.match(text, /^devstead_http_requests_total\{.*status="200".*\} 1$/m)
    assert.doesNotMatch(text, /^devstead_http_request_duration_seconds_count/m)
  }, patienceMs)
})

test('sends a file once it has been generated, and an error if that fails', async () => {
  const file = { status: 200, etag: 'x', headers: {}, bodies: { identity: Buffer.from('icon') }, isCompressible: false }
  const files = [() => sleep(20, file), () => Promise.reject(new Error('out of memory')), () => sleep(20, file)]
  const assets = { get: (path: string) => (path === '/favicon.ico' ? files.shift()?.() : undefined), has: () => true }
  const { ask, logged } = await listening(undefined, undefined, undefined, assets)
  const answers = [await ask('/favicon.ico'), await ask('/favicon.ico'), await ask('/favicon.ico', 'HEAD')]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 500, 200],
  )
  assert.deepEqual([answers[0]!.text, answers[2]!.text, logged.length], ['icon', '', 1])
  assert.equal(answers[1]!.headers['cache-control'], 'no-store')
})
