import assert from 'node:assert/strict'
import { test } from 'vitest'
import { testApplication } from '#tests/application.ts'

test('the browser is told where to sign in, under the name by which a site without an address of its own was opened', async () => {
  const local = await testApplication({ SITE_URL: 'http://127.0.0.1:3000' })
  const urlAt = async (t: typeof local, origin: string) => {
    const response = await t.app.request(`${origin}/api/config/supabase`)
    const { url, anonKey } = (await response.json()) as { url: string; anonKey: string }
    assert.match(anonKey, /^sb_publishable_/)
    return url
  }
  assert.equal(await urlAt(local, 'http://127.0.0.1:3000'), 'http://127.0.0.1:3000')
  assert.equal(await urlAt(local, 'http://localhost:3000'), 'http://localhost:3000')
  assert.equal(await urlAt(local, 'http://192.168.1.7:3000'), 'http://192.168.1.7:3000')
  const published = await testApplication({ SITE_URL: 'https://devstead.test' })
  assert.equal(await urlAt(published, 'http://localhost:3000'), 'https://devstead.test')
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
