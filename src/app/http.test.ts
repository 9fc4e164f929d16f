import assert from 'node:assert/strict'
import { pino } from 'pino'
import { test } from 'vitest'
import * as z from 'zod/mini'
import { routes } from '#app/features.ts'
import { sendBroadcastPart } from '#features/live/livestreams/browser-broadcasts.contract.ts'
import { one, run } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { asAdmin, asAnyone, asMember, created, route } from '#kernel/http.ts'
import { defaultWriteLimits, perAddress, perMember } from '#kernel/limits.contract.ts'
import { cast } from '#tests/support/cast.ts'
import { createApp } from './http.ts'

const Note = z.object({ text: z.string().check(z.minLength(1, 'A note needs text')) })
const echo = asAnyone(async ({ body }) => created(Note.parse(await body())))
const noteRoutes = [
  route('POST', '/api/notes', echo),
  route(
    'GET',
    '/api/notes/:id',
    asMember(async ({ member, params }) => ({ id: params.id, by: member.username })),
  ),
  route(
    'DELETE',
    '/api/notes/:id',
    asAdmin(() => Promise.resolve(null)),
  ),
  route(
    'GET',
    '/api/fault',
    asAnyone(() => Promise.reject(new Error('password=hunter2 at /srv/secret.ts'))),
  ),
  route(
    'GET',
    '/api/outside',
    asAnyone(() => Promise.reject(new AppError('provider_failed', 'GitHub did not respond.'))),
  ),
]

test('turns handler results into responses: an entity, a new entity, or no content', async () => {
  const t = await cast(noteRoutes)
  assert.deepEqual((await t.bob('GET', '/api/notes/7')).body, { id: '7', by: 'bob' })
  assert.equal((await t.stranger('POST', '/api/notes', { text: 'hello' })).status, 201)
  assert.equal((await t.admin('DELETE', '/api/notes/7')).status, 204)
})

test('returns 401 to visitors, and 403 to members on administrator routes', async () => {
  const t = await cast(noteRoutes)
  assert.equal((await t.stranger('GET', '/api/notes/7')).body.code, 'not_signed_in')
  assert.equal((await t.bob('DELETE', '/api/notes/7')).body.code, 'forbidden')
  assert.deepEqual(t.logged, [])
})

test('reports all issues in invalid input with their paths and the request ID, without logging an error', async () => {
  const t = await cast(noteRoutes)
  const { status, body, headers } = await t.stranger('POST', '/api/notes', { text: '' })
  assert.equal(status, 400)
  assert.equal(body.message, 'A note needs text')
  assert.deepEqual(body.issues, [{ path: 'text', message: 'A note needs text' }])
  assert.equal(body.requestId, headers.get('x-request-id'))
  assert.deepEqual(t.logged, [])
})

test('requires a body to be complete JSON of the right type and within the size limit', async () => {
  const t = await cast(noteRoutes)
  const post = (body: BodyInit, type = 'application/json', length: number | null = null) => {
    const headers = { 'content-type': type, ...(length !== null && { 'content-length': String(length) }) }
    return t.app.request('/api/notes', { method: 'POST', body, headers })
  }
  assert.equal((await post('{"text":')).status, 400)
  assert.equal((await post('')).status, 400)
  assert.equal((await post('{"text":"a"}', 'text/plain')).status, 415)
  assert.equal((await post('{"text":"a"}', 'application/x-www-form-urlencoded')).status, 415)
  const tooLarge = JSON.stringify({ text: 'a'.repeat(64 * 1024) })
  for (const length of [null, tooLarge.length, 10]) {
    const large = await post(tooLarge, 'application/json', length)
    assert.deepEqual([large.status, large.headers.get('connection')], [413, 'close'], `Content-Length: ${length}`)
  }
  for (const odd of [
    'null',
    '[]',
    '"text"',
    '7',
    '[{"text":"a"}]',
    '{"text":["a"]}',
    `${'['.repeat(20000)}${']'.repeat(20000)}`,
  ]) {
    assert.equal((await post(odd)).status, 400, odd.slice(0, 20))
  }
  assert.deepEqual(t.logged, [])
})

test('treats an incomplete body as a client error, without logging it', async () => {
  const t = await cast(noteRoutes)
  for (const length of [{}, { 'content-length': '100' }]) {
    const cut = new ReadableStream({
      start: (body) => body.enqueue(new TextEncoder().encode('{"text":')),
      pull: (body) => body.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
    })
    const headers = { 'content-type': 'application/json', ...length }
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body: cut, duplex: 'half' }
    const answer = await t.app.request('/api/notes', init)
    assert.equal(answer.status, 400, JSON.stringify(length))
  }
  assert.deepEqual(t.logged, [])
})

test('replaces lone surrogates in a body, as storing it does', async () => {
  const t = await cast(noteRoutes)
  const textOf = async (json: string) => (await t.stranger<{ text: string }>('POST', '/api/notes', json)).body.text
  assert.equal(await textOf(String.raw`{"text":"a\ud800b\uDFFF"}`), 'a\ufffdb\ufffd')
  assert.equal(await textOf(String.raw`{"text":"\ud83d\udc4b \\ud800"}`), String.raw`👋 \ud800`)
  assert.equal(
    (await t.stranger('POST', '/api/notes', `["\\ud800",${'['.repeat(20000)}${']'.repeat(20000)}]`)).status,
    400,
  )
  assert.deepEqual(t.logged, [])
})

test('does not modify other objects when a key is named __proto__ or constructor', async () => {
  const t = await cast(noteRoutes)
  const body = '{"text":"a","__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}'
  const answer = await t.stranger<object>('POST', '/api/notes', body)
  assert.deepEqual(answer.body, { text: 'a' })
  assert.equal('role' in {}, false)
})

test('logs an internal error once, and returns a response without details', async () => {
  const t = await cast(noteRoutes)
  const { status, body } = await t.stranger('GET', '/api/fault')
  assert.equal(status, 500)
  assert.doesNotMatch(JSON.stringify(body), /hunter2|secret|Error/)
  assert.equal(t.logged.length, 1)
  assert.equal((await t.stranger('GET', '/api/outside')).status, 502)
  assert.equal(t.logged.length, 1)
})

test('returns 404 for an unknown URL, and 405 with the allowed methods', async () => {
  const t = await cast(noteRoutes)
  assert.equal((await t.stranger('GET', '/api/nothing')).status, 404)
  const wrong = await t.bob('PUT', '/api/notes/7')
  assert.equal(wrong.status, 405)
  assert.equal(wrong.headers.get('allow'), 'GET, DELETE')
})

test('sends the security headers with every response, including errors', async () => {
  const t = await cast(noteRoutes)
  for (const path of ['/api/notes/7', '/api/nothing', '/api/fault']) {
    const { headers } = await t.bob('GET', path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/, path)
    assert.equal(headers.get('cache-control'), 'no-store', path)
    assert.equal(headers.get('access-control-allow-origin'), null, path)
  }
})

test('adds the security headers to a response from another process, whose headers cannot be changed', async () => {
  const { ctx } = await cast(noteRoutes)
  const mounts = [{ prefix: '/live', handle: () => fetch('data:text/plain,forwarded') }]
  const app = createApp([], mounts, { ctx, siteUrl: 'http://devstead.test', trustProxyHops: 0, rateLimits: true })
  const response = await app.request('/live/stream')
  assert.equal(await response.text(), 'forwarded')
  assert.equal(response.headers.get('content-type'), 'text/plain')
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.ok(response.headers.has('x-request-id'))
})

test('limits requests by member and by IP address, and reports how long to wait', async () => {
  const limited = [
    route(
      'POST',
      '/api/a',
      asMember(() => Promise.resolve({})),
      { limits: [perMember('a', 2, 60)] },
    ),
    route(
      'POST',
      '/api/b',
      asAnyone(() => Promise.resolve({})),
      { limits: [perAddress('b', 1, 60)] },
    ),
  ]
  let nowMs = Date.now()
  const t = await cast(limited, { clock: { now: () => nowMs } })
  assert.deepEqual([(await t.bob('POST', '/api/a')).status, (await t.bob('POST', '/api/a')).status], [200, 200])
  const refused = await t.bob('POST', '/api/a')
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '60')
  assert.match(JSON.stringify(refused.body), /60 seconds/)
  assert.equal((await t.alice('POST', '/api/a')).status, 200)
  nowMs += 60_000
  assert.equal((await t.bob('POST', '/api/a')).status, 200)
  assert.deepEqual(
    [(await t.stranger('POST', '/api/b')).status, (await t.stranger('POST', '/api/b')).status],
    [200, 429],
  )
})

test('counts writes that have no limit of their own toward the shared limit, but does not count reads', async () => {
  const answer = asMember(() => Promise.resolve({}))
  const t = await cast([
    route('DELETE', '/api/a', answer),
    route('PUT', '/api/b', answer),
    route('GET', '/api/a', answer),
  ])
  const [{ name, max }] = defaultWriteLimits
  const soon = new Date(Date.now() + 60_000)
  await run(t.db)`insert into rate_limits (key, window_ends, calls)
    values (${`${name}:${t.members.bob.id}`}, ${soon}, ${max - 1})`
  assert.equal((await t.bob('DELETE', '/api/a')).status, 200)
  assert.deepEqual([(await t.bob('DELETE', '/api/a')).status, (await t.bob('PUT', '/api/b')).status], [429, 429])
  assert.deepEqual([(await t.bob('GET', '/api/a')).status, (await t.alice('DELETE', '/api/a')).status], [200, 200])
})

test('exempts only uploads of broadcast parts from rate limits', () => {
  const unlimited = routes.filter(({ method, limits }) => method !== 'GET' && limits?.length === 0)
  assert.deepEqual(
    unlimited.map(({ method, path }) => `${method} ${path}`),
    [`POST ${sendBroadcastPart.path}`],
  )
})

test('shares rate-limit counts between two processes', async () => {
  const limited = [
    route(
      'POST',
      '/api/a',
      asMember(() => Promise.resolve({})),
      { limits: [perMember('shared', 3, 60)] },
    ),
  ]
  const one = await cast(limited)
  const other = createApp(limited, [], {
    ctx: one.ctx,
    siteUrl: 'http://devstead.test',
    trustProxyHops: 0,
    rateLimits: true,
  })
  const ask = (app: typeof other) => app.request('/api/a', { method: 'POST', headers: { authorization: 'Bearer bob' } })
  const statuses = await Promise.all([one.app, other, one.app, other].map(async (app) => (await ask(app)).status))
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 200, 200, 429],
  )
})

test('logs frequent requests only if they fail', async () => {
  const { ctx } = await cast([])
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const handle = (request: Request) =>
    Promise.resolve(new Response(null, { status: request.url.endsWith('/none') ? 404 : 200 }))
  const mounts = [{ prefix: '/live', isBusy: true, handle }]
  const often = route(
    'GET',
    '/often',
    asAnyone(() => Promise.resolve({})),
    { isBusy: true },
  )
  const app = createApp([often], mounts, {
    ctx: { ...ctx, log },
    siteUrl: 'http://devstead.test',
    trustProxyHops: 0,
    rateLimits: true,
  })
  for (const path of ['/live/part', '/live/none', '/lively', '/often']) await app.request(path)
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { path: string }).path),
    ['/live/none', '/lively'],
  )
})

test('never logs the secret in a path, regardless of the response', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const secret = 's'.repeat(32)
  const t = await cast([route('GET', '/api/secrets/:token', echo, { isPathSecret: true }), ...noteRoutes], { log })
  for (const path of [`/api/secrets/${secret}`, `/api/secrets/${secret}/more`]) {
    for (const method of ['GET', 'DELETE'] as const) await t.stranger(method, path)
  }
  await t.stranger('GET', '/api/notes/7')
  assert.equal(lines.length, 5)
  assert.doesNotMatch(lines.join(''), new RegExp(secret))
  assert.match(lines.join(''), /"path":"\/api\/secrets\/…".*"path":"\/api\/notes\/7"/s)
})

test('retries a request whose database connection was lost, but only if the request is a read', async () => {
  let tries = 0
  const loseFirst = asAnyone(async ({ ctx }) => {
    tries++
    if (tries === 1) await one(ctx.db)`select pg_terminate_backend(pg_backend_pid())`
    return { tries }
  })
  const t = await cast([route('GET', '/api/lost', loseFirst), route('POST', '/api/lost', loseFirst, { limits: [] })])
  assert.deepEqual((await t.stranger('GET', '/api/lost')).body, { tries: 2 })
  tries = 0
  const { status, headers } = await t.stranger('POST', '/api/lost', {})
  assert.deepEqual([status, tries], [503, 1])
  assert.ok(Number(headers.get('retry-after')) > 0)
})
