import assert from 'node:assert/strict'
import { decodeProtectedHeader } from 'jose'
import { test } from 'vitest'
import { movableClock, signedUp, testIdentity } from '#tests/support/identity.ts'
import { testDb, testSealing } from '#tests/support/database.ts'
import { createKeyRing } from './keys.ts'

const minuteMs = 60_000

test('shares one key between concurrent processes, and keeps it across restarts', async () => {
  const db = await testDb()
  const clock = movableClock()
  const kids = await Promise.all(
    Array.from({ length: 5 }, async () => (await createKeyRing({ db, clock, sealing: testSealing }).signing()).kid),
  )
  assert.equal(new Set(kids).size, 1)
  assert.equal((await createKeyRing({ db, clock, sealing: testSealing }).signing()).kid, kids[0])
})

test('publishes a new key before signing with it, and the old key until its last token has expired', async () => {
  const db = await testDb()
  const clock = movableClock()
  const [ring, other] = [
    createKeyRing({ db, clock, sealing: testSealing }),
    createKeyRing({ db, clock, sealing: testSealing }),
  ]
  const kidsOf = async () => (await other.published()).map(({ kid }) => kid)
  const { kid: old } = await ring.signing()
  await kidsOf()
  await ring.rotate()
  clock.advance(2 * minuteMs)
  const announced = await kidsOf()
  assert.deepEqual([announced.length, announced[0], (await other.signing()).kid], [2, old, old])
  clock.advance(10 * minuteMs)
  assert.equal((await other.signing()).kid, announced[1])
  assert.ok(await other.verifying(old))
  clock.advance(62 * minuteMs)
  assert.equal(await other.verifying(old), null)
  assert.deepEqual(await kidsOf(), [announced[1]])
})

test('keeps users signed in during a rotation', async () => {
  const site = await testIdentity()
  const { client, session } = await signedUp(site)
  await site.identity.rotateKeys()
  site.clock.advance(12 * minuteMs)
  assert.ok(await site.identity.identify(`Bearer ${session.access_token}`))
  const { data } = await client.auth.refreshSession()
  const kidOf = (token: string) => decodeProtectedHeader(token).kid
  assert.notEqual(kidOf(data.session!.access_token), kidOf(session.access_token))
  assert.ok(await site.identity.identify(`Bearer ${data.session!.access_token}`))
})

test('signs with the new key immediately after a leak, and rejects tokens signed with the old key', async () => {
  const site = await testIdentity()
  const { client, session } = await signedUp(site)
  await site.identity.rotateKeys({ immediately: true })
  assert.equal(await site.identity.identify(`Bearer ${session.access_token}`), null)
  const { data } = await client.auth.refreshSession()
  assert.ok(await site.identity.identify(`Bearer ${data.session!.access_token}`))
})

test('rejects cached tokens in every process within a minute after a leak', async () => {
  const site = await testIdentity()
  const other = await testIdentity({ siteUrl: site.url, clock: site.clock })
  const { session } = await signedUp(site)
  const authorization = `Bearer ${session.access_token}`
  assert.ok(await site.identity.identify(authorization))
  assert.ok(await other.identity.identify(authorization))
  await site.identity.rotateKeys({ immediately: true })
  assert.equal(await site.identity.identify(authorization), null)
  site.clock.advance(minuteMs)
  assert.equal(await other.identity.identify(authorization), null)
})
