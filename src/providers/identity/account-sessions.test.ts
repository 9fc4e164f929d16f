import assert from 'node:assert/strict'
import { test } from 'vitest'
import { embeddedIdentity } from './embedded.ts'
import { signedUp, type TestIdentity, testIdentity } from '#tests/support/identity.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

async function signIn(site: TestIdentity, { email, password }: { email: string; password: string }, ip: string) {
  const headers = { 'user-agent': firefox, 'x-test-ip': ip }
  const answer = await site.call('POST', '/token?grant_type=password', { email, password }, headers)
  return (await answer.json()) as { access_token: string; refresh_token: string }
}
const who = (site: TestIdentity, session: { access_token: string }) =>
  site.identity.identify(`Bearer ${session.access_token}`)

test('lists sessions with device and network, most recently used first, and never with an IP address', async () => {
  const site = await testIdentity()
  const alice = await signedUp(site)
  await signedUp(site)
  site.clock.advance(60_000)
  const there = await signIn(site, alice, '192.0.2.77')
  const list = await site.identity.sessions!.list(alice.id)
  assert.deepEqual(
    list.map(({ device }) => device),
    ['Firefox on Linux', 'Unknown device'],
  )
  assert.equal(list[0]!.network, '192.0.2.0')
  assert.equal(list[0]!.sessionId, (await who(site, there))!.sessionId)
  site.clock.advance(60_000)
  const headers = { 'user-agent': 'curl', 'x-test-ip': '2001:db8::1:2:3:4' }
  await site.call('POST', '/token?grant_type=refresh_token', { refresh_token: there.refresh_token }, headers)
  const [moved] = await site.identity.sessions!.list(alice.id)
  assert.deepEqual([moved!.device, moved!.network], ['Unknown device', '2001:db8::'])
  assert.equal(moved!.lastUsedAt.getTime() - moved!.createdAt.getTime() >= 60_000, true)
})

test('immediately ends only the selected session and its refresh token', async () => {
  const site = await testIdentity()
  const alice = await signedUp(site)
  const bob = await signedUp(site)
  const there = await signIn(site, alice, '192.0.2.1')
  const { sessionId } = (await who(site, there))!
  assert.equal(await site.identity.sessions!.end(bob.id, sessionId!), false)
  assert.equal(await site.identity.sessions!.end(alice.id, 'nonsense'), false)
  assert.ok(await who(site, there))
  assert.equal(await site.identity.sessions!.end(alice.id, sessionId!), true)
  assert.equal(await who(site, there), null)
  const refreshed = await site.call('POST', '/token?grant_type=refresh_token', { refresh_token: there.refresh_token })
  assert.equal(refreshed.status, 400)
  assert.ok(await who(site, alice.session))
  assert.equal(await site.identity.sessions!.end(alice.id, sessionId!), false)
  assert.equal((await site.identity.sessions!.list(alice.id)).length, 1)
})

test('ends the session in another process within a second', async () => {
  const site = await testIdentity()
  const alice = await signedUp(site)
  const other = embeddedIdentity(site.options)
  const header = `Bearer ${alice.session.access_token}`
  const { sessionId } = (await other.identify(header))!
  await site.identity.sessions!.end(alice.id, sessionId!)
  site.clock.advance(1000)
  assert.equal(await other.identify(header), null)
})

test('does not list expired sessions', async () => {
  const site = await testIdentity()
  const alice = await signedUp(site)
  site.clock.advance(30 * 86_400_000)
  assert.deepEqual(await site.identity.sessions!.list(alice.id), [])
})
