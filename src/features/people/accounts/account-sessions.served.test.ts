import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type TestApplication, testApplication } from '#tests/support/application.ts'
import { endAccountSession, AccountSessions, getAccountSessions } from './account-sessions.contract.ts'

const listAs = async (t: TestApplication, token: string) =>
  AccountSessions.parse(await (await t.call('GET', getAccountSessions.path, { token })).json()).devices

async function signInAgain(t: TestApplication, username: string): Promise<string> {
  const body = { email: `${username}@devstead.test`, password: `secret of ${username}` }
  const answer = await t.call('POST', '/auth/v1/token?grant_type=password', { body })
  return ((await answer.json()) as { access_token: string }).access_token
}

test('lists the member’s sessions and marks the current one', async () => {
  const t = await testApplication()
  const here = await t.register('alice')
  await t.register('bob')
  const there = await signInAgain(t, 'alice')
  const seenHere = await listAs(t, here)
  const seenThere = await listAs(t, there)
  assert.deepEqual(
    seenHere.map(({ id }) => id),
    seenThere.map(({ id }) => id),
  )
  assert.deepEqual(
    seenThere.map(({ isCurrent }) => isCurrent),
    [true, false],
  )
  assert.deepEqual(
    seenHere.map(({ isCurrent }) => isCurrent),
    [false, true],
  )
})

test('ends one of the member’s own sessions once, and no other session', async () => {
  const t = await testApplication()
  const here = await t.register('alice')
  const bob = await t.register('bob')
  const there = await signInAgain(t, 'alice')
  const other = (await listAs(t, here)).find(({ isCurrent }) => !isCurrent)!
  const end = async (token: string | null, id = other.id) =>
    (await t.call('DELETE', endAccountSession.href({ id }), { token })).status
  assert.deepEqual([await end(null), await end(bob), await end(here, 'nonsense')], [401, 404, 404])
  assert.deepEqual([await end(here), await end(here)], [204, 404])
  assert.equal((await t.call('GET', '/api/users/me', { token: there })).status, 401)
  assert.equal((await listAs(t, here)).length, 1)
  assert.equal((await listAs(t, bob)).length, 1)
  assert.deepEqual(t.logged, [])
})

test('returns 501 if the sign-in service does not list sessions', async () => {
  const t = await testApplication()
  const token = await t.register('alice')
  const { sessions: _, ...identity } = t.ctx.identity
  t.ctx.identity = identity
  const refused = await t.call('GET', getAccountSessions.path, { token })
  assert.equal(refused.status, 501)
  assert.match(await refused.text(), /does not list sessions/)
})
