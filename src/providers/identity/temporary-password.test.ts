import assert from 'node:assert/strict'
import { test } from 'vitest'
import { signedUp, testIdentity } from '#tests/support/identity.ts'

const temporary = 'k3-temporary-Xp9'
const chosen = 'a better secret'

async function withTemporaryPassword() {
  const site = await testIdentity()
  const { id, email } = await signedUp(site)
  await site.identity.setPassword(id, temporary, { isTemporary: true })
  const client = site.client()
  const { data, error } = await client.auth.signInWithPassword({ email, password: temporary })
  if (error) throw error
  const authorization = `Bearer ${data.session.access_token}`
  return { site, client, email, user: data.user, authorization }
}

test('starts a session that can only replace the temporary password used to sign in', async () => {
  const { site, user, authorization } = await withTemporaryPassword()
  assert.equal(user.app_metadata['password_change_required'], true)
  await assert.rejects(site.identity.identify(authorization), { code: 'password_change_required', status: 403 })
  for (const [method, path, body] of [
    ['POST', '/factors', { factor_type: 'totp' }],
    ['GET', '/passkeys', undefined],
    ['POST', '/passkeys/registration/options', {}],
    ['GET', '/factors/recovery-codes', undefined],
    ['PUT', '/user', { email: 'other@example.org' }],
    ['PUT', '/user', { password: chosen, data: { a: 1 } }],
    ['PUT', '/user', { data: { a: 1 } }],
  ] as const) {
    const answer = await site.call(method, path, body, { authorization })
    assert.deepEqual(
      [answer.status, (await answer.json()).code],
      [403, 'password_change_required'],
      `${method} ${path}`,
    )
  }
  assert.equal((await site.call('GET', '/user', undefined, { authorization })).status, 200)
})

test('grants the session full access after a new password is set, and rejects the temporary password', async () => {
  const { site, client, email, authorization } = await withTemporaryPassword()
  assert.equal((await client.auth.updateUser({ password: temporary })).error?.code, 'same_password')
  const { data, error } = await client.auth.updateUser({ password: chosen })
  assert.equal(error, null)
  assert.equal(data.user?.app_metadata['password_change_required'], undefined)
  assert.ok(await site.identity.identify(authorization))
  const again = await site.client().auth.signInWithPassword({ email, password: temporary })
  assert.equal(again.error?.code, 'invalid_credentials')
})

test('lets the member sign out instead of choosing a password, but asks again at the next sign-in', async () => {
  const { site, client, email } = await withTemporaryPassword()
  assert.equal((await client.auth.signOut({ scope: 'local' })).error, null)
  const { data } = await site.client().auth.signInWithPassword({ email, password: temporary })
  assert.equal(data.user?.app_metadata['password_change_required'], true)
})
