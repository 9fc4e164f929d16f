import assert from 'node:assert/strict'
import { test } from 'vitest'
import { codeOf, stepAt } from '#providers/identity/totp.ts'
import { testApplication } from '#tests/support/application.ts'
import { fromBase32 } from '#tests/support/identity.ts'

interface Enrolled {
  id: string
  totp: { secret: string }
}
interface Signed {
  access_token: string
}

test('serves only public data until the code is entered, and requires the code for all other requests', async () => {
  const t = await testApplication()
  const registered = await t.register('alice')
  const auth = async <Body>(target: string, body: object, token?: string) =>
    (await (await t.call('POST', `/auth/v1${target}`, { body, ...(token && { token }) })).json()) as Body
  const answerFor = async ({ id, totp }: Enrolled, token: string, steps: number) => {
    const { id: challenge_id } = await auth<{ id: string }>(`/factors/${id}/challenge`, {}, token)
    const code = codeOf(fromBase32(totp.secret), stepAt(Date.now()) + steps)
    return auth<Signed>(`/factors/${id}/verify`, { challenge_id, code }, token)
  }
  const app = await auth<Enrolled>('/factors', { factor_type: 'totp' }, registered)
  await answerFor(app, registered, 0)

  const credentials = { email: 'alice@devstead.test', password: 'secret of alice' }
  const { access_token: withoutCode } = await auth<Signed>('/token?grant_type=password', credentials)
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
  const { access_token: withCode } = await answerFor(app, withoutCode, 1)
  assert.equal((await t.call('GET', '/api/users/me', { token: withCode })).status, 200)
  assert.deepEqual(t.logged, [])
})
