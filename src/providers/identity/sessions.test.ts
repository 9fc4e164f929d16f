import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { banMessage, signedUp, type TestIdentity, testIdentity } from '#tests/support/identity.ts'
import { tasksOf } from '#tests/support/jobs.ts'

const refresh = (site: TestIdentity, refresh_token: string) =>
  site.call('POST', '/token?grant_type=refresh_token', { refresh_token })
const codeOf = async (answer: Response) => (await answer.json()).code
const isAlive = async (site: TestIdentity, session: { access_token: string }) =>
  (await site.identity.identify(`Bearer ${session.access_token}`)) !== null

test('returns new tokens on refresh, and accepts the old access token until it expires', async () => {
  const site = await testIdentity()
  const { client, session } = await signedUp(site)
  site.clock.advance(2000)
  const { data } = await client.auth.refreshSession()
  assert.notEqual(data.session?.refresh_token, session.refresh_token)
  assert.notEqual(data.session?.access_token, session.access_token)
  assert.equal(await isAlive(site, data.session!), true)
  assert.equal(await isAlive(site, session), true)
})

test('ends the session when a refresh token two generations old is reused after ten seconds', async () => {
  const site = await testIdentity()
  const { client, session: first } = await signedUp(site)
  const { data: second } = await client.auth.refreshSession()
  const { data: third } = await client.auth.refreshSession()
  site.clock.advance(11_000)
  assert.equal(await isAlive(site, third.session!), true)
  const answer = await refresh(site, first.refresh_token)
  assert.deepEqual([answer.status, await codeOf(answer)], [400, 'refresh_token_already_used'])
  for (const session of [first, second.session!, third.session!]) {
    assert.equal(await isAlive(site, session), false)
    assert.equal(await codeOf(await refresh(site, session.refresh_token)), 'refresh_token_not_found')
  }
})

test('returns the same new token for a used refresh token within ten seconds, because several tabs may refresh at once', async () => {
  const site = await testIdentity()
  const { session: first } = await signedUp(site)
  const second = await (await refresh(site, first.refresh_token)).json()
  const third = await (await refresh(site, second.refresh_token)).json()
  assert.equal((await (await refresh(site, first.refresh_token)).json()).refresh_token, third.refresh_token)
})

test('returns the same new token to twenty concurrent refreshes of a token', async () => {
  const site = await testIdentity()
  const { session } = await signedUp(site)
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(site, session.refresh_token)))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const tokens = await Promise.all(answers.map(async (answer) => (await answer.json()).refresh_token))
  assert.equal(new Set(tokens).size, 1)
})

test('accepts a used refresh token again if its response was lost, but not if the new token was used', async () => {
  const site = await testIdentity()
  const lost = await signedUp(site)
  await refresh(site, lost.session.refresh_token)
  site.clock.advance(3_000_000)
  assert.equal((await refresh(site, lost.session.refresh_token)).status, 200)

  const used = await signedUp(site)
  site.clock.advance(2000)
  const newest = await (await refresh(site, used.session.refresh_token)).json()
  assert.equal(await isAlive(site, newest), true)
  site.clock.advance(11_000)
  assert.equal(await codeOf(await refresh(site, used.session.refresh_token)), 'refresh_token_already_used')
})

test('signs out of only this session, the other sessions, or all sessions', async () => {
  const site = await testIdentity()
  for (const [scope, survivors] of [
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    ['global', [false, false, false]],
  ] as const) {
    const { client, email, password, session } = await signedUp(site)
    const others = await Promise.all(
      [1, 2].map(async () => (await site.client().auth.signInWithPassword({ email, password })).data.session!),
    )
    const bystander = await signedUp(site)
    assert.equal((await client.auth.signOut({ scope })).error, null)
    const all = [session, ...others]
    assert.deepEqual(await Promise.all(all.map((one) => isAlive(site, one))), survivors, scope)
    const refreshed = await Promise.all(all.map(async (one) => (await refresh(site, one.refresh_token)).ok))
    assert.deepEqual(refreshed, survivors, scope)
    assert.equal(await isAlive(site, bystander.session), true)
  }
})

test('distinguishes an ended session from a malformed token, and rejects an unknown scope', async () => {
  const site = await testIdentity()
  const { session } = await signedUp(site)
  const headers = { authorization: `Bearer ${session.access_token}` }
  assert.equal((await site.call('POST', '/logout?scope=galaxy', undefined, headers)).status, 400)
  assert.equal((await site.call('POST', '/logout', undefined, headers)).status, 204)
  const after = await site.call('GET', '/user', undefined, headers)
  assert.deepEqual([after.status, await codeOf(after)], [403, 'session_not_found'])
  assert.equal((await site.call('GET', '/user')).status, 401)
  const anonymous = await site.call('GET', '/user', undefined, { authorization: 'Bearer sb_publishable_embedded' })
  assert.deepEqual([anonymous.status, await codeOf(anonymous)], [403, 'bad_jwt'])
})

test('applies a ban immediately, and ends it on time', async () => {
  const site = await testIdentity()
  const { client, email, password, session, id } = await signedUp(site)
  await site.identity.ban(id, new Date(site.clock.now() + 60_000))
  await assert.rejects(isAlive(site, session), { code: 'suspended', message: await banMessage() })
  const answers = [
    await client.auth.getUser(),
    await client.auth.signInWithPassword({ email, password }),
    await client.auth.refreshSession({ refresh_token: session.refresh_token }),
  ]
  for (const { error } of answers) assert.deepEqual([error?.code, error?.message], ['user_banned', await banMessage()])
  site.clock.advance(61_000)
  assert.equal(await isAlive(site, session), true)
})

test('rejects a deleted user immediately', async () => {
  const site = await testIdentity()
  const { client, email, password, session, id } = await signedUp(site)
  await site.identity.deleteUser(id)
  assert.equal(await isAlive(site, session), false)
  assert.equal(await codeOf(await refresh(site, session.refresh_token)), 'refresh_token_not_found')
  assert.equal((await client.auth.signInWithPassword({ email, password })).error?.code, 'invalid_credentials')
})

test('rejects a session within a second after another process has ended it', async () => {
  const site = await testIdentity()
  const { session } = await signedUp(site)
  assert.equal(await isAlive(site, session), true)
  await many(site.db)`delete from identity_sessions`
  site.clock.advance(1001)
  assert.equal(await isAlive(site, session), false)
})

test('ends a session after thirty days without a refresh, and always after 180 days', async () => {
  const site = await testIdentity()
  const day = 86_400_000
  const idle = await signedUp(site)
  site.clock.advance(30 * day)
  assert.equal(await codeOf(await refresh(site, idle.session.refresh_token)), 'session_expired')

  let { session }: { session: { refresh_token: string } } = await signedUp(site)
  for (let days = 0; days < 175; days += 25) {
    site.clock.advance(25 * day)
    session = await (await refresh(site, session.refresh_token)).json()
  }
  site.clock.advance(6 * day)
  assert.equal(await codeOf(await refresh(site, session.refresh_token)), 'session_expired')

  await signedUp(site)
  site.clock.advance(31 * day)
  await tasksOf(site.identity.workers)['identity.sweep']!({})
  assert.deepEqual(await many(site.db)`select id from identity_sessions`, [])
})

test('rejects malformed refresh tokens, and detects forged ones by their signature', async () => {
  const site = await testIdentity()
  const { session } = await signedUp(site)
  for (const value of [undefined, '', 'abc', 42, ['x'], `${session.refresh_token}A`, 'A'.repeat(5000)]) {
    const answer = await site.call('POST', '/token?grant_type=refresh_token', { refresh_token: value })
    assert.deepEqual([answer.status, await codeOf(answer)], [400, 'validation_failed'], String(value))
  }
  const forged = Buffer.from(session.refresh_token, 'base64url')
  forged[24]! += 1
  const answer = await refresh(site, forged.toString('base64url'))
  assert.deepEqual([answer.status, await codeOf(answer)], [400, 'refresh_token_not_found'])
  assert.equal((await site.call('POST', '/token?grant_type=magic', {})).status, 400)
})
