import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { test } from 'vitest'
import { sql } from '#kernel/db.ts'
import { testApplication } from '../support/application.ts'
import { onePixel } from './setup/picture.ts'
import { type Asked, servedSite } from './setup/served-site.ts'

const root = path.resolve(import.meta.dirname, '../..')
const detail =
  /\bat \w|node_modules|\/src\/|\.ts:\d|select |insert |relation|column|posts|members|syntax|pg_|ECONN|ENOENT|tmp\//i

/** Hides a table while `work` runs. */
async function without(site: Awaited<ReturnType<typeof servedSite>>, table: string, work: () => Promise<void>) {
  await sql`alter table ${sql.id(table)} rename to ${sql.id(`${table}_away`)}`.execute(site.db)
  try {
    await work()
  } finally {
    await sql`alter table ${sql.id(`${table}_away`)} rename to ${sql.id(table)}`.execute(site.db)
  }
}

test('reveals no stack trace, SQL, or path in a server error, and logs its request ID', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  const picture = { method: 'POST', token, headers: { 'content-type': 'image/png' }, body: onePixel }
  const account = { email: 'bob@devstead.test', password: 'a good secret', data: { username: 'bobby' } }
  const faults: [table: string, target: string, how: Asked][] = [
    ['readable_posts', '/api/posts/1', {}],
    ['posts', '/api/posts', { method: 'POST', token, body: { content: 'x' } }],
    ['readable_posts', '/post/1', {}],
    ['posts', '/', {}],
    ['members', '/api/users', {}],
    ['members', '/api/users/me', { token }],
    ['likes', '/api/posts/1/like', { method: 'POST', token }],
    ['identity_users', '/auth/v1/signup', { method: 'POST', body: account }],
    ['identity_users', '/auth/v1/token?grant_type=password', { method: 'POST', body: account }],
    ['storage_objects', '/storage/v1/object/post-images/1/a.png', picture],
    ['storage_objects', '/storage/v1/object/public/post-images/1/a.png', {}],
  ]
  await site.ask('/api/posts', { method: 'POST', token, body: { content: 'A post' } })
  for (const [table, target, how] of faults) {
    await without(site, table, async () => {
      const before = site.lines.length
      const { status, text, headers } = await site.ask(target, how)
      assert.equal(status, 500, `${target}: ${text}`)
      assert.doesNotMatch(text.replaceAll(/<meta[^>]*>/g, ''), detail, target)
      const id = String(headers['x-request-id'])
      const written = site.lines.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>)
      const fault = written.find(({ level }) => Number(level) >= 50)
      assert.ok(fault, `${target} is in the log`)
      assert.match(JSON.stringify(fault), /does not exist/)
      assert.ok(
        written.some(({ requestId }) => requestId === id),
        `${target}: its request id is in the log`,
      )
    })
  }
})

test('includes the logged request ID in every response', async () => {
  const site = await servedSite()
  for (const target of ['/api/posts', '/api/nowhere', '/api/posts/abc', '/auth/v1/user', '/storage/v1/nowhere']) {
    const { headers, text, status } = await site.ask(target, { headers: { 'x-request-id': 'forged' } })
    const id = String(headers['x-request-id'])
    assert.match(id, /^[0-9a-f-]{36}$/)
    if (status >= 400 && target.startsWith('/api'))
      assert.equal((JSON.parse(text) as { requestId: string }).requestId, id)
    assert.ok(
      site.logged(30).some((line) => line['requestId'] === id && line['status'] === status),
      target,
    )
  }
})

const esc = '\u001b'
const injections = [
  '%0d%0a{"level":50,"msg":"forged"}',
  '%1b[2J%1b[31mforged',
  '%00',
  '%e2%80%a8forged',
  '%c2%9b31m',
  '\u007f',
  '%0aforged',
]

test('does not let request data start a new log line or add terminal colors to one', async () => {
  const site = await servedSite()
  await site.register('alice')
  for (const text of injections) {
    for (const target of [
      `/api/posts/${text}`,
      `/nowhere${text}`,
      `/api/users/by-username/${text}`,
      `/auth/v1/${text}`,
    ])
      await site.ask(encodeURI(decodeURI(target)))
    const typed = decodeURIComponent(text)
    await site.ask('/auth/v1/token?grant_type=password', { method: 'POST', body: { email: typed, password: typed } })
    await site.ask(`/storage/v1/object/public/post-images/${text}`)
  }
  for (const line of site.lines) {
    assert.equal(typeof JSON.parse(line), 'object')
    assert.doesNotMatch(line.trimEnd(), /[\p{Cc}--[\u007f-\u009f]]/v)
  }
})

test('also escapes control characters in the human-readable log', () => {
  const write = (format: string) =>
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { createLog } from '#kernel/log.ts'
        const evil = 'a\\r\\nforged \\u001b[2J\\u009b31m'
        const log = createLog({ level: 'info', format: '${format}' })
        log.error({ path: evil, err: new Error(evil), password: 'hunter2', a: { authorization: 'hunter2' } }, evil)`,
      ],
      { cwd: root, encoding: 'utf8' },
    )
  for (const format of ['json', 'pretty']) {
    const text = write(format)
    assert.doesNotMatch(text, /^forged/m, format)
    assert.ok(!text.includes(`${esc}[2J`) && !text.includes('\u009b'), `${format}: ${JSON.stringify(text)}`)
    assert.ok(!text.includes('hunter2'))
  }
})

test('does not log expected rejections as errors', async () => {
  const site = await testApplication()
  const token = await site.register('alice')
  const refused: [string, string, unknown][] = [
    ['GET', '/api/posts/1', undefined],
    ['POST', '/api/posts', {}],
    ['DELETE', '/api/posts/7', undefined],
    ['PATCH', '/api/users/me', {}],
    ['POST', '/auth/v1/token?grant_type=password', { email: 'a@b.c', password: 'wrong' }],
  ]
  for (const [method, target, body] of refused) {
    const { status } = await site.call(method, target, { token, body })
    assert.ok(status >= 400 && status < 500)
  }
  assert.deepEqual(site.logged, [])
})

test('locks the account for a while after ten wrong passwords, regardless of X-Forwarded-For', async () => {
  const site = await servedSite({ RATE_LIMITS: 'on' })
  await site.register('alice')
  const login = (password: string, forwarded: string) =>
    site.ask('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: { email: 'alice@devstead.test', password },
      headers: { 'x-forwarded-for': forwarded, 'x-real-ip': forwarded, forwarded: `for=${forwarded}` },
    })
  for (let turn = 0; turn < 10; turn++) assert.equal((await login('wrong', `203.0.113.${turn}`)).status, 400)
  const refused = await login('secret of alice', '198.51.100.7')
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal(refused.headers['x-sb-error-code'], 'over_request_rate_limit')
})

test('uses the last forwarded address behind one trusted proxy, not addresses added by the caller', async () => {
  const site = await servedSite({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
  await site.register('alice')
  const login = (password: string, forwarded: string) =>
    site.ask('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: { email: 'alice@devstead.test', password },
      headers: { 'x-forwarded-for': forwarded },
    })
  for (let turn = 0; turn < 10; turn++) await login('wrong', `203.0.113.${turn}, 198.51.100.7`)
  assert.equal((await login('secret of alice', '192.0.2.1, 198.51.100.7')).status, 429)
  assert.equal((await login('secret of alice', '198.51.100.7, 192.0.2.1')).status, 200)
})
