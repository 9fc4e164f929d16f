import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { run } from '#kernel/db.ts'
import { type TestApplication, testApplication } from '#tests/support/application.ts'
import { patienceMs } from '#tests/support/patience.ts'
import type { UnsentMailList } from './unsent-mails.contract.ts'

const signInUrlAt = async (t: TestApplication, origin: string) => {
  const response = await t.app.request(`${origin}/api/config/supabase`)
  const { url, anonKey } = (await response.json()) as { url: string; anonKey: string }
  assert.match(anonKey, /^sb_publishable_/)
  return url
}

test('uses the request’s origin for sign-in when SITE_URL is not set', async () => {
  const local = await testApplication({ SITE_URL: '' })
  for (const origin of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://192.168.1.7:3000'])
    assert.equal(await signInUrlAt(local, origin), origin)
})

test('uses SITE_URL for sign-in regardless of the request’s origin', async () => {
  for (const SITE_URL of ['https://devstead.test', 'https://localhost', 'http://127.0.0.1:3000'])
    assert.equal(await signInUrlAt(await testApplication({ SITE_URL }), 'http://localhost:3000'), SITE_URL)
})

test('lets administrators create a working reset link for a member when there is no mail server', async () => {
  const t = await testApplication()
  const admin = await t.register('ada')
  await t.register('bob')
  const { status } = await t.call('POST', '/api/admin/recovery-links', { token: admin, body: { username: 'nobody' } })
  assert.equal(status, 404)
  const own = await t.call('POST', '/api/admin/recovery-links', { token: admin, body: { username: 'ada' } })
  assert.equal(own.status, 403)
  const made = await t.call('POST', '/api/admin/recovery-links', { token: admin, body: { username: 'BOB' } })
  assert.equal(made.status, 201)
  const { link } = (await made.json()) as { link: string }
  const url = new URL(link)
  assert.equal(url.origin, 'http://devstead.test')
  const body = { type: url.searchParams.get('type'), token_hash: url.searchParams.get('token_hash') }
  assert.equal((await t.call('POST', '/auth/v1/verify', { body })).status, 200)
  assert.equal((await t.call('POST', '/auth/v1/verify', { body })).status, 403)
})

async function siteWithRequests() {
  const t = await testApplication({ RATE_LIMITS: 'off' })
  const tokens = { ada: await t.register('ada'), bob: await t.register('bob') }
  const recover = async (email: string) => {
    const response = await t.call('POST', '/auth/v1/recover', { body: { email } })
    return [response.status, await response.text()]
  }
  const list = async (query = '') =>
    (await (await t.call('GET', `/api/admin/mails${query}`, { token: tokens.ada })).json()) as UnsentMailList
  const untilListed = (count: number) =>
    vi.waitFor(async () => assert.equal((await list('?status=all')).total, count), { timeout: patienceMs })
  return { ...t, tokens, recover, list, untilListed }
}

test('reports that it cannot send email, and returns the same response for known and unknown addresses', async () => {
  const t = await siteWithRequests()
  assert.equal(((await (await t.call('GET', '/api/site')).json()) as { canSendEmail: boolean }).canSendEmail, false)
  assert.deepEqual(await t.recover('bob@devstead.test'), await t.recover('nobody@devstead.test'))
  await t.untilListed(1)
})

test('lists each password reset request once until a link is created', async () => {
  const t = await siteWithRequests()
  await t.recover('bob@devstead.test')
  await t.untilListed(1)
  await t.recover('bob@devstead.test')
  await t.recover('ada@devstead.test')
  await t.untilListed(2)
  const { mails, openRequests, totalPages } = await t.list()
  assert.deepEqual([openRequests, totalPages], [2, 1])
  const people = mails.map(({ recipient, isReset, handledAt, member }) => [recipient, isReset, handledAt, member?.role])
  assert.deepEqual(
    new Set(people),
    new Set([
      ['ada@devstead.test', true, null, 'admin'],
      ['bob@devstead.test', true, null, 'member'],
    ]),
  )
  assert.doesNotMatch(JSON.stringify(mails), /token_hash/)
  const made = await t.call('POST', '/api/admin/recovery-links', { token: t.tokens.ada, body: { username: 'bob' } })
  assert.equal(made.status, 201)
  assert.deepEqual(
    (await t.list()).mails.map(({ recipient }) => recipient),
    ['ada@devstead.test'],
  )
  const handled = (await t.list('?status=all')).mails.find(({ recipient }) => recipient === 'bob@devstead.test')
  assert.equal(handled?.handledBy, 'ada')
  await t.recover('bob@devstead.test')
  await t.untilListed(3)
})

test('paginates unsent emails, newest first', async () => {
  const t = await siteWithRequests()
  for (let n = 1; n <= 5; n++) {
    await run(t.db)`
      insert into mail_outbox (recipient, subject, body, had_link, created_at)
      values (${`m${n}@devstead.test`}, 'Subject', 'Body', false, now() + ${n} * interval '1 second')`
  }
  const { mails, page, totalPages, total } = await t.list('?status=all&limit=2&page=2')
  assert.deepEqual(
    [mails.map(({ recipient }) => recipient), page, totalPages, total],
    [['m3@devstead.test', 'm2@devstead.test'], 2, 3, 5],
  )
  assert.equal((await t.list()).total, 0)
  assert.equal((await t.call('GET', '/api/admin/mails?status=x', { token: t.tokens.ada })).status, 400)
  assert.equal((await t.call('GET', '/api/admin/mails', { token: t.tokens.bob })).status, 403)
})
