import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished, test } from 'vitest'
import { createSafeFetch } from '#kernel/safe-fetch.ts'
import { sendWebmention } from './send-webmention.ts'

const source = 'https://devstead.example/post/7?a=1&b=2'

interface Received {
  method: string
  url: string
  type: string | undefined
  body: string
}
type Page = (answer: http.ServerResponse) => void

/** Starts a site that serves the pages, records every POST request, and responds to it with the status. */
async function site(pages: Record<string, Page>, status = 202) {
  const received: Received[] = []
  const asked: string[] = []
  const show = (url: string, answer: http.ServerResponse) => {
    asked.push(url)
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    const page = pages[url]
    if (page) page(answer)
    else answer.writeHead(404).end()
  }
  const receive = async (request: http.IncomingMessage, answer: http.ServerResponse) => {
    const { method = '', url = '', headers } = request
    received.push({ method, url, type: headers['content-type'], body: await text(request) })
    answer.writeHead(status).end('Thank you')
  }
  const server = http.createServer((request, answer) => {
    if (request.method === 'GET') show(request.url ?? '', answer)
    else void receive(request, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const fetch = createSafeFetch({ allow: [host], userAgent: 'test' })
  const url = (path: string) => `http://${host}${path}`
  const send = (path: string) => sendWebmention(fetch, source, url(path))
  return { received, asked, url, send, host }
}

const html = (page: string) => (answer: http.ServerResponse) => void answer.end(page)
const header =
  (value: string | string[], page = '', name = 'Link') =>
  (answer: http.ServerResponse) =>
    void answer.setHeader(name, value).end(page)

/** Pages whose endpoint is `/right`, most of them from webmention.rocks. */
const cases: [name: string, (absolute: string) => Page][] = [
  ['Link header, rel without quotes, relative', () => header('</right>; rel=webmention')],
  ['Link header, rel without quotes, absolute', (right) => header(`<${right}>; rel=webmention`)],
  ['<link>, relative', () => html('<link rel="webmention" href="/right">')],
  ['<link>, absolute, href before rel', (right) => html(`<link href="${right}" rel="webmention">`)],
  ['<a>, relative', () => html('<p>Tell <a rel="webmention" href="/right">me</a>')],
  ['<a>, absolute', (right) => html(`<a href="${right}" rel="webmention">me</a>`)],
  ['mixed-case header name', () => header('</right>; rel=webmention', '', 'LinK')],
  ['quoted rel in the header', () => header('</right>; rel="webmention"')],
  ['several rel values on <link>', () => html('<link rel="webmention somethingelse" href="/right">')],
  ['several rel values in the header', () => header('</right>; rel="webmention somethingelse"')],
  [
    'the header takes precedence over <link> and <a>',
    () => header('</right>; rel=webmention', '<link rel=webmention href=/link><a rel=webmention href=/a>'),
  ],
  ['rel="not-webmention" is ignored', () => html('<a rel="not-webmention" href="/no"><a rel=webmention href=/right>')],
  ['comments are ignored', () => html('<!-- <a rel=webmention href=/no> --><a rel=webmention href=/right>')],
  [
    'escaped text is ignored',
    () => html('<code>&lt;a href="/no" rel="webmention"&gt;</code><a rel=webmention href=/right>'),
  ],
  ['<a> before <link>', () => html('<body><a rel=webmention href=/right><link rel=webmention href=/no>')],
  ['<link> before <a>', () => html('<body><link rel=webmention href=/right><a rel=webmention href=/no>')],
  ['two Link headers, the first with another rel', () => header(['</no>; rel="other"', '</right>; rel="webmention"'])],
  ['one Link header with two links', () => header('</no>; rel="other", </right>; rel="webmention"')],
  ['<link> without href is skipped', () => html('<link rel="webmention"><a rel=webmention href=/right>')],
  ['<b> is not a link', () => html('<b rel="webmention" href="/no">x</b><a rel=webmention href=/right>')],
  ['a page that is longer than the limit', () => html(`<a rel=webmention href=/right>${' '.repeat(3_000_000)}`)],
  ['uppercase rel', () => html('<LINK REL=WebMention HREF=/right>')],
  [
    'an image with a header',
    () => (answer) =>
      void answer.setHeader('content-type', 'image/png').setHeader('link', '</right>; rel=webmention').end('png'),
  ],
]

test.for(cases)('discovers the endpoint: %s', async ([, page]) => {
  const pages: Record<string, Page> = {}
  const t = await site(pages)
  pages['/page'] = page(t.url('/right'))
  const outcome = await t.send('/page')
  assert.deepEqual([outcome.state, outcome.endpoint], ['sent', t.url('/right')])
  assert.equal(t.received.length, 1)
  const [{ method, url, type, body }] = t.received as [Received]
  assert.deepEqual([method, url, type], ['POST', '/right', 'application/x-www-form-urlencoded'])
  assert.deepEqual(
    [...new URLSearchParams(body)],
    [
      ['source', source],
      ['target', t.url('/page')],
    ],
  )
})

test('resolves href="" to the page itself', async () => {
  const t = await site({ '/page?x=1': html('<link rel="webmention" href="">') })
  assert.equal((await t.send('/page?x=1')).state, 'sent')
  assert.deepEqual(
    t.received.map(({ url }) => url),
    ['/page?x=1'],
  )
})

test('keeps the query string in the endpoint’s URL and out of the body', async () => {
  const t = await site({ '/page': html('<link rel="webmention" href="/right?query=yes&amp;b=1">') })
  await t.send('/page')
  assert.equal(t.received[0]?.url, '/right?query=yes&b=1')
  assert.deepEqual([...new URLSearchParams(t.received[0].body).keys()], ['source', 'target'])
})

test('discovers the endpoint again for every webmention', async () => {
  const pages = { '/page': header('</first>; rel=webmention') }
  const t = await site(pages)
  await t.send('/page')
  pages['/page'] = header('</second>; rel=webmention')
  await t.send('/page')
  assert.deepEqual(
    t.received.map(({ url }) => url),
    ['/first', '/second'],
  )
  assert.equal(t.asked.length, 2)
})

test('resolves the endpoint relative to the page’s path', async () => {
  const t = await site({ '/test/22': html('<link rel="webmention" href="22/right">') })
  await t.send('/test/22')
  assert.equal(t.received[0]?.url, '/test/22/right')
})

test('resolves the endpoint relative to the redirect’s target and fetches each URL once', async () => {
  const t = await site({
    '/23': (answer) => void answer.writeHead(302, { location: '/once/abc' }).end(),
    '/once/abc': html('<link rel="webmention" href="right/abc">'),
  })
  const { endpoint } = await t.send('/23')
  assert.equal(endpoint, t.url('/once/right/abc'))
  assert.deepEqual(t.asked, ['/23', '/once/abc'])
  assert.equal(new URLSearchParams(t.received[0]?.body).get('target'), t.url('/23'))
})

test('treats any 2xx response as success', async () => {
  for (const status of [200, 201, 202, 204]) {
    const t = await site({ '/': header('</right>; rel=webmention') }, status)
    assert.equal((await t.send('/')).state, 'sent', String(status))
  }
})

test('retries after a 5xx or 429 but not after any other 4xx, and explains each response', async () => {
  for (const [status, state, answer] of [
    [400, 'failed', 'The endpoint responded with 400.'],
    [404, 'failed', 'The endpoint responded with 404.'],
    [500, 'later', 'The endpoint responded with 500.'],
    [502, 'later', 'The endpoint responded with 502.'],
    [429, 'later', 'The endpoint is busy.'],
    [503, 'later', 'The endpoint is busy.'],
  ] as const) {
    const t = await site({ '/': header('</right>; rel=webmention') }, status)
    const outcome = await t.send('/')
    assert.deepEqual([outcome.state, outcome.answer], [state, answer])
  }
})

test('handles target pages that are gone, fail, or have no endpoint', async () => {
  const t = await site({
    '/plain': html('<p>Hello'),
    '/down': (answer) => void answer.writeHead(502).end(),
    '/gone': (answer) => void answer.writeHead(410).end(),
    '/odd': html('<link rel=webmention href="mailto:me@example.org">'),
    '/broken': html('<link rel=webmention href="http://[">'),
    '/text': (answer) => void answer.setHeader('content-type', 'text/plain').end('<a rel=webmention href=/no>'),
    '/cut': (answer) => void answer.socket?.destroy(),
  })
  const outcomes: Record<string, string> = {}
  for (const path of ['/plain', '/down', '/gone', '/odd', '/broken', '/text', '/cut']) {
    outcomes[path] = (await t.send(path)).state
  }
  assert.deepEqual(outcomes, {
    '/plain': 'no endpoint',
    '/down': 'later',
    '/gone': 'failed',
    '/odd': 'no endpoint',
    '/broken': 'no endpoint',
    '/text': 'no endpoint',
    '/cut': 'later',
  })
  assert.deepEqual(t.received, [])
})

test('never sends requests to this machine or a private network', async () => {
  const t = await site({})
  const inner = [
    'http://127.0.0.1/wm',
    'http://[::1]/wm',
    'http://localhost/wm',
    'http://10.0.0.1/',
    'http://127.8.9.1/',
  ]
  for (const endpoint of inner) {
    const t = await site({ '/': html(`<link rel="webmention" href="${endpoint}">`) })
    const outcome = await t.send('/')
    assert.deepEqual([outcome.state, outcome.answer], ['failed', 'The endpoint is not on the public internet.'])
  }
  const closed = createSafeFetch({ allow: [], userAgent: 'test' })
  const outcome = await sendWebmention(closed, source, t.url('/'))
  assert.deepEqual([outcome.state, t.asked], ['failed', []])
})

test('respects a busy site’s Retry-After header', async () => {
  const server = await site({ '/': (answer) => void answer.writeHead(429, { 'retry-after': '600' }).end() })
  const { state, retryAt } = await server.send('/')
  assert.equal(state, 'later')
  assert.ok(Math.abs(retryAt!.getTime() - Date.now() - 600_000) < 5000)
})
