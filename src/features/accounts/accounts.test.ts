import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type TestApplication, testApplication } from '#tests/application.ts'

const signInUrlAt = async (t: TestApplication, origin: string) => {
  const response = await t.app.request(`${origin}/api/config/supabase`)
  const { url, anonKey } = (await response.json()) as { url: string; anonKey: string }
  assert.match(anonKey, /^sb_publishable_/)
  return url
}

test('without a SITE_URL, the browser signs in at the address it opened', async () => {
  const local = await testApplication({ SITE_URL: '' })
  for (const origin of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://192.168.1.7:3000'])
    assert.equal(await signInUrlAt(local, origin), origin)
})

test('with a SITE_URL, the browser signs in there, whatever address the request was sent to', async () => {
  for (const SITE_URL of ['https://devstead.test', 'https://localhost', 'http://127.0.0.1:3000'])
    assert.equal(await signInUrlAt(await testApplication({ SITE_URL }), 'http://localhost:3000'), SITE_URL)
})

test('without a mail server an administrator sees who asked for a link and makes one that works', async () => {
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
  const mails = await t.call('GET', '/api/admin/mails', { token: admin })
  assert.ok(Array.isArray(((await mails.json()) as { mails: unknown[] }).mails))
})
