import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { connect, many, one, run } from '#kernel/db.ts'
import { mentioned } from '#tests/support/mentioning.ts'
import { patienceMs } from '#tests/support/patience.ts'

// Tests for the immediate response to a webmention.

const source = 'https://other.example/a'

test('accepts a form with source and target and returns the URL of a status page', async () => {
  const t = await mentioned()
  const answer = await t.send({ source, target: t.target })
  assert.equal(answer.status, 201)
  assert.match(
    answer.headers.get('location')!,
    /^http:\/\/devstead\.test\/webmention\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  assert.deepEqual(t.logged, [])
})

test('accepts only form-encoded requests', async () => {
  const t = await mentioned()
  assert.equal((await t.call('POST', '/webmention', { body: { source, target: t.target } })).status, 415)
  assert.equal((await t.send({ source, target: t.target, more: 'x'.repeat(20_000) })).status, 413)
})

test('rejects invalid URLs with a message', async () => {
  const t = await mentioned()
  const faults: [string | undefined, string | undefined, RegExp][] = [
    ['nonsense', t.target, /^source must be an http/],
    [source, 'nonsense', /^target must be an http/],
    ['nonsense', 'nonsense', /^source must be/],
    ['ftp://other.example/a', t.target, /^source must be/],
    ['javascript:alert(1)', t.target, /^source must be/],
    ['https://user:secret@other.example/', t.target, /^source must be/],
    [`https://other.example/${'a'.repeat(2000)}`, t.target, /^source is longer/],
    [undefined, t.target, /^source is missing/],
    [source, undefined, /^target is missing/],
  ]
  for (const [from, to, words] of faults) {
    const answer = await t.send({
      ...(from !== undefined && { source: from }),
      ...(to !== undefined && { target: to }),
    })
    assert.equal(answer.status, 400, `${from} ${to}`)
    assert.match(await answer.text(), words)
    assert.equal(answer.headers.get('location'), null)
  }
  assert.deepEqual(t.logged, [])
})

test('rejects a page that mentions itself, with or without a fragment', async () => {
  const t = await mentioned()
  for (const from of [t.target, `${t.target}#comments`])
    assert.match(await (await t.send({ source: from, target: t.target })).text(), /the same page/)
})

test('returns errors as JSON, HTML, or plain text, depending on the Accept header', async () => {
  const t = await mentioned()
  const wrong = { source: 'https://other.example/"><script>', target: 'http://devstead.test/post/999999' }
  const json = await t.send(wrong, { accept: 'application/json' })
  const { code, issues } = (await json.json()) as { code: string; issues: { path: string }[] }
  assert.deepEqual([json.status, code, issues[0]!.path], [400, 'invalid_input', 'target'])
  const page = await t.send(wrong, { accept: 'text/html' })
  const html = await page.text()
  assert.match(html, /value="https:\/\/other\.example\/&quot;&gt;&lt;script&gt;"/)
  assert.doesNotMatch(html, /<script/)
  assert.match((await t.send(wrong)).headers.get('content-type')!, /^text\/plain/)
})

test('accepts only this site’s exact URL, and only existing pages that support webmentions', async () => {
  const t = await mentioned()
  const unknown = [
    'http://devstead.test/post/999999',
    'http://devstead.test/post/0',
    'http://devstead.test/post/1/versions',
    'http://devstead.test/profile/nobody',
    'http://devstead.test/members',
    'http://devstead.test/login',
    'http://devstead.test/api/posts/1',
    'http://other.example/post/1',
    'http://devstead.test.other.example/post/1',
    t.target.replace('devstead', 'DevStead'),
    t.target.replace('devstead.test', 'devstead.test:80'),
    t.target.replace('devstead.test', 'devstead.test.'),
    t.target.replace('http:', 'https:'),
    t.target.replace('/post', '//post'),
    t.target.replace('/post', '/./post'),
  ]
  for (const target of unknown.slice(0, -1)) assert.equal((await t.send({ source, target })).status, 400, target)
  for (const target of ['http://devstead.test', 'http://devstead.test/', 'http://devstead.test/profile/alice'])
    assert.equal((await t.send({ source, target })).status, 201, target)
  const rows = await many(t.db)`select target_url, post_id from webmentions where post_id is null`
  assert.equal(rows.length, 3)
})

test('deletes mentions along with their post and rejects new ones', async () => {
  const t = await mentioned()
  assert.equal((await t.send({ source, target: t.target })).status, 201)
  await t.call('DELETE', `/api/posts/${t.postId}`, { token: t.alice })
  assert.equal(await one(t.db)`select from webmentions`, null)
  assert.equal((await t.send({ source, target: t.target })).status, 400)
})

test('ignores the target URL’s fragment when looking up the page, but stores the fragment', async () => {
  const t = await mentioned()
  assert.equal((await t.send({ source, target: `${t.target}#part-2` })).status, 201)
  const row = await one<object>(t.db)`select target_url as url, target_path as path from webmentions`
  assert.deepEqual(row, { url: `${t.target}#part-2`, path: `/post/${t.postId}` })
})

test('returns 503 as HTML, JSON, or plain text while the database is unavailable', async () => {
  const t = await mentioned()
  const { db } = t.ctx
  t.ctx.db = connect({ host: '/nowhere', patienceMs: 0, onError: () => {} })
  const page = await t.send({ source, target: t.target }, { accept: 'text/html' })
  const json = await t.send({ source, target: t.target }, { accept: 'application/json' })
  const line = await t.send({ source, target: t.target })
  t.ctx.db = db
  const answers = [page, json, line]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [503, 503, 503],
  )
  assert.deepEqual(
    answers.map(({ headers }) => headers.get('retry-after')),
    ['2', '2', '2'],
  )
  const html = await page.text()
  assert.match(html, /The database is unavailable\. Try again/)
  assert.match(html, /value="https:\/\/other\.example\/a"/)
  assert.equal(((await json.json()) as { code: string }).code, 'not_ready')
  assert.match(await line.text(), /^The database is unavailable/)
  assert.equal((await t.send({ source, target: t.target })).status, 201)
})

test('returns 500 without details for an unexpected error and logs it', async () => {
  const t = await mentioned()
  await run(t.db)`alter table webmentions rename to mislaid`
  const answer = await t.send({ source, target: t.target }, { accept: 'text/html' })
  await run(t.db)`alter table mislaid rename to webmentions`
  const html = await answer.text()
  assert.equal(answer.status, 500)
  assert.match(html, /Something went wrong on our side/)
  assert.doesNotMatch(html, /mislaid|relation|stack/)
  assert.match(JSON.stringify(t.logged), /relation .*webmentions.* does not exist/)
})

test('rejects a repeated source and target within 30 seconds', async () => {
  const t = await mentioned()
  const [first, second] = [await t.send({ source, target: t.target }), await t.send({ source, target: t.target })]
  assert.deepEqual([first.status, second.status, second.headers.get('retry-after')], [201, 429, '30'])
  assert.match(await second.text(), /was just sent/)
  const several = await Promise.all(Array.from({ length: 6 }, () => t.send({ source: `${source}2`, target: t.target })))
  assert.equal(several.filter(({ status }) => status === 201).length, 1)
})

test('ignores cookies and the Origin header', async () => {
  const t = await mentioned()
  const headers = { cookie: 'a=b', origin: 'https://evil.example' }
  assert.equal((await t.send({ source, target: t.target }, headers)).status, 201)
})

test('limits webmentions per IP address', async () => {
  const t = await mentioned({ RATE_LIMITS: 'on' })
  const statuses: number[] = []
  for (let i = 0; i < 62; i++) statuses.push((await t.send({ source: `${source}${i}`, target: t.target })).status)
  assert.deepEqual(statuses.slice(59), [201, 429, 429])
})

test('limits each source host to a thousand webmentions per hour', async () => {
  const t = await mentioned({ RATE_LIMITS: 'on' })
  const limits = () => many<{ key: string; calls: number }>(t.db)`
    select key, calls from rate_limits where key like 'webmentions from a host:%'`
  assert.equal((await t.send({ source, target: t.target })).status, 201)
  assert.deepEqual(await limits(), [{ key: 'webmentions from a host:other.example', calls: 1 }])
  await run(t.db)`update rate_limits set calls = 1000 where key like 'webmentions from a host:%'`
  const rejected = await t.send({ source: `${source}2`, target: t.target })
  assert.deepEqual([rejected.status, Number(rejected.headers.get('retry-after')) > 3500], [429, true])
  assert.equal((await t.send({ source: 'https://another.example/', target: t.target })).status, 201)
})

test('does not limit hosts when rate limits are off', async () => {
  const t = await mentioned()
  assert.equal((await t.send({ source, target: t.target })).status, 201)
  assert.deepEqual(await many(t.db)`select key from rate_limits where key like 'webmentions%'`, [])
})

test('responds without waiting for the source', async () => {
  const t = await mentioned()
  t.other.pages['/slow'] = () => {} // never answers
  const answer = await t.send({ source: `${t.other.url}/slow`, target: t.target })
  assert.equal(answer.status, 201)
  const status = await t.app.request(new URL(answer.headers.get('location')!).pathname)
  assert.equal(((await status.json()) as { state: string }).state, 'waiting')
  await vi.waitFor(() => assert.equal(t.other.asked.length, 1), patienceMs)
})

test('requeues a mention whose job ended without a result', async () => {
  const t = await mentioned()
  t.other.pages['/a'] = `<a href="${t.target}">x</a>`
  await run(t.db)`
    insert into webmentions (source_url, source_host, target_url, target_path, owner_id, check_at)
    select ${`${t.other.url}/a`}, 'a', ${t.target}, '/', id, now() from members`
  await run(t.db)`select graphile_worker.add_job('webmentions.due')`
  await t.idle()
  assert.equal((await one<{ state: string }>(t.db)`select state from webmentions`)!.state, 'verified')
})

test('accepts a source with the longest possible host name', async () => {
  const t = await mentioned()
  const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`
  assert.equal((await t.send({ source: `https://${host}/`, target: t.target })).status, 201)
  assert.deepEqual(t.logged, [])
})

test('serves a form that works without scripts, and a status page', async () => {
  const t = await mentioned()
  const form = await t.app.request('/webmention', { headers: { accept: 'text/html' } })
  assert.match(await form.text(), /<form method="post" action="\/webmention">/)
  assert.match(form.headers.get('content-security-policy')!, /form-action 'self'/)
  t.other.pages['/a'] = '<p>nothing</p>'
  const sent = await t.send({ source: `${t.other.url}/a`, target: t.target }, { accept: 'text/html' })
  const page = new URL(sent.headers.get('location')!).pathname
  assert.match(await sent.text(), /Check the status/)
  await t.idle()
  const status = await t.app.request(page, { headers: { accept: 'text/html' } })
  assert.match(await status.text(), /does not link to the target/)
  for (const key of ['x', '00000000-0000-4000-8000-000000000000'])
    assert.equal((await t.app.request(`/webmention/${key}`)).status, 404)
})
