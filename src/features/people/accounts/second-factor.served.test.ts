import assert from 'node:assert/strict'
import { test } from 'vitest'
import { testApplication } from '#tests/support/application.ts'
import { addSecondFactor } from '#tests/support/second-factor.ts'

test('serves only public data until the code is entered, and requires the code for all other requests', async () => {
  const t = await testApplication()
  const app = await addSecondFactor(t, await t.register('alice'))

  const credentials = { email: 'alice@devstead.test', password: 'secret of alice' }
  const signedIn = await t.call('POST', '/auth/v1/token?grant_type=password', { body: credentials })
  const { access_token: withoutCode } = (await signedIn.json()) as { access_token: string }
  assert.equal((await t.call('GET', '/api/posts', { token: withoutCode })).status, 200)
  for (const [method, target] of [
    ['GET', '/api/users/me'],
    ['POST', '/api/posts'],
    ['POST', '/storage/v1/object/post-images/1/x.png'],
  ] as const) {
    const refused = await t.call(method, target, {
      token: withoutCode,
      ...(method === 'POST' && { body: { content: 'typed' } }),
    })
    assert.match(await refused.text(), /Enter the code from your authenticator app/, target)
    assert.ok([400, 401].includes(refused.status), target)
  }
  const withCode = await app.signIn(withoutCode)
  assert.equal((await t.call('GET', '/api/users/me', { token: withCode })).status, 200)
  assert.deepEqual(t.logged, [])
})
