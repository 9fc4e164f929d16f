import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { fromBase32, signedUp, type TestIdentity, testIdentity, tokenIn, withApp } from '#tests/support/identity.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { codeOf, stepAt } from './totp.ts'

type Client = ReturnType<TestIdentity['client']>

const isIn = (site: TestIdentity, session: { access_token: string }) =>
  site.identity.identify(`Bearer ${session.access_token}`).then(
    (who) => who !== null,
    (reason: { code: string }) => reason.code,
  )
const levels = async (client: Client) => (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data

async function secondSignIn(site: TestIdentity, person: { email: string; password: string }) {
  const client = site.client()
  const { data } = await client.auth.signInWithPassword(person)
  return { client, session: data.session! }
}

test('returns an app’s secret once, and verifies the factor with its first correct code', async () => {
  const site = await testIdentity()
  const { client, email } = await signedUp(site)
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  assert.match(data!.totp.secret, /^[A-Z2-7]{32}$/)
  assert.match(data!.totp.qr_code, /^data:image\/svg\+xml;utf-8,<svg [^#%]+<\/svg>$/)
  const uri = new URL(data!.totp.uri)
  assert.deepEqual(
    [decodeURIComponent(uri.pathname), uri.searchParams.get('secret'), uri.searchParams.get('issuer')],
    [`/Test site:${email}`, data!.totp.secret, 'Test site'],
  )
  const before = (await client.auth.mfa.listFactors()).data!
  assert.deepEqual([before.totp.length, before.all[0]?.status], [0, 'unverified'])
  assert.deepEqual((await levels(client))?.nextLevel, 'aal1')

  const app = await withApp((await signedUp(site)).client)
  assert.deepEqual(Object.keys(app.session).sort(), [
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'token_type',
    'user',
  ])
})

test('raises the session to AAL2 once the app’s code is entered, and keeps it there after a refresh', async () => {
  const site = await testIdentity()
  const { client, session } = await signedUp(site)
  const app = await withApp(client)
  assert.deepEqual(
    (await client.auth.mfa.listFactors()).data!.totp.map(({ id }) => id),
    [app.id],
  )
  const claims = decodeJwt<{ aal: string; amr: { method: string }[] }>(app.session.access_token)
  assert.deepEqual([claims.aal, claims.amr.map(({ method }) => method)], ['aal2', ['totp', 'password']])
  const { data } = await client.auth.refreshSession()
  assert.equal(decodeJwt(data.session!.access_token).aal, 'aal2')
  assert.equal(await isIn(site, data.session!), true)
  assert.equal(await isIn(site, session), 'not_signed_in', 'the token from before the code')
})

test('allows little more than entering the code in an AAL1 session', async () => {
  const site = await testIdentity()
  const alice = await signedUp(site)
  const app = await withApp(alice.client)
  const { client, session } = await secondSignIn(site, alice)
  assert.equal(decodeJwt(session.access_token).aal, 'aal1')
  assert.equal(await isIn(site, session), 'not_signed_in')
  assert.deepEqual([(await levels(client))?.currentLevel, (await levels(client))?.nextLevel], ['aal1', 'aal2'])
  for (const change of [{ password: 'a new password' }, { email: 'new@example.org' }, { data: { fullName: 'X' } }]) {
    assert.equal((await client.auth.updateUser(change)).error?.code, 'insufficient_aal')
  }
  assert.equal((await client.auth.mfa.enroll({ factorType: 'totp' })).error?.code, 'insufficient_aal')
  assert.equal((await client.auth.mfa.unenroll({ factorId: app.id })).error?.code, 'insufficient_aal')
  assert.equal((await client.auth.mfa.recoveryCodes.generate()).error?.code, 'insufficient_aal')
  const { data } = await client.auth.mfa.challengeAndVerify({ factorId: app.id, code: app.code(1) })
  assert.equal(await isIn(site, data!), true)
})

test('requires the code even after signing in with a password reset link', async () => {
  const site = await testIdentity()
  const alice = await signedUp(site)
  const app = await withApp(alice.client)
  const client = site.client()
  const link = await site.identity.createRecoveryLink(alice.id)
  const token_hash = tokenIn({ to: '', subject: '', text: '', link })
  const { data } = await client.auth.verifyOtp({ type: 'recovery', token_hash })
  assert.equal(await isIn(site, data.session!), 'not_signed_in')
  assert.equal((await client.auth.updateUser({ password: 'a new password' })).error?.code, 'insufficient_aal')
  await client.auth.mfa.challengeAndVerify({ factorId: app.id, code: app.code(1) })
  assert.equal((await client.auth.updateUser({ password: 'a new password' })).error, null)
})

test('does not verify a pending app in an AAL1 session once another app has been verified', async () => {
  const site = await testIdentity()
  const alice = await signedUp(site)
  const thief = await secondSignIn(site, alice)
  const { data: planted } = await thief.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Planted' })
  await withApp(alice.client)
  assert.equal((await thief.client.auth.getUser()).error !== null, true, 'the other session has ended')
  const again = await secondSignIn(site, alice)
  const refused = await again.client.auth.mfa.challenge({ factorId: planted!.id })
  assert.equal(refused.error?.code, 'mfa_factor_not_found')
})

test('accepts each code only once across all sessions, and no earlier code after a later one', async () => {
  const site = await testIdentity()
  const alice = await signedUp(site)
  const app = await withApp(alice.client, site.clock)
  const code = app.code(1)
  const first = app.code(0)
  const factorId = app.id
  const answers = await Promise.all(
    [1, 2, 3].map(async () => {
      const { client } = await secondSignIn(site, alice)
      const { data } = await client.auth.mfa.challenge({ factorId })
      return { client, challengeId: data!.id }
    }),
  )
  const verified = await Promise.all(
    answers.map(({ client, challengeId }) => client.auth.mfa.verify({ factorId, challengeId, code })),
  )
  assert.equal(verified.filter(({ error }) => !error).length, 1)
  const { client } = await secondSignIn(site, alice)
  for (const spent of [code, first]) {
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: spent })
    assert.equal(error?.code, 'mfa_verification_failed')
  }
  site.clock.advance(60_000)
  assert.equal((await client.auth.mfa.challengeAndVerify({ factorId, code: app.code(1) })).error, null)
})

test('rejects even the correct code for a while after five wrong codes in five minutes', async () => {
  const site = await testIdentity()
  const alice = await signedUp(site)
  const app = await withApp(alice.client)
  const { client } = await secondSignIn(site, alice)
  const attempt = (code: string) => client.auth.mfa.challengeAndVerify({ factorId: app.id, code })
  for (let n = 0; n < 5; n++) assert.equal((await attempt('000000')).error?.code, 'mfa_verification_failed')
  assert.equal((await attempt(app.code(1))).error?.code, 'over_request_rate_limit')
})

test('accepts a challenge for five minutes, and only in its session and for its factor', async () => {
  const site = await testIdentity()
  const alice = await signedUp(site)
  const app = await withApp(alice.client, site.clock)
  const here = await secondSignIn(site, alice)
  const there = await secondSignIn(site, alice)
  const { data } = await here.client.auth.mfa.challenge({ factorId: app.id })
  const verify = (client: Client, challengeId: string) =>
    client.auth.mfa.verify({ factorId: app.id, challengeId, code: app.code(1) })
  assert.equal((await verify(there.client, data!.id)).error?.code, 'mfa_factor_not_found')
  assert.equal((await verify(here.client, 'nonsense')).error?.code, 'mfa_factor_not_found')
  site.clock.advance(5 * 60_000)
  assert.equal((await verify(here.client, data!.id)).error?.code, 'mfa_challenge_expired')
})

test('denies users access to other users’ factors, and denies visitors access to any', async () => {
  const site = await testIdentity()
  const app = await withApp((await signedUp(site)).client)
  const bob = await signedUp(site)
  const factorId = app.id
  assert.equal((await bob.client.auth.mfa.challenge({ factorId })).error?.code, 'mfa_factor_not_found')
  assert.equal((await bob.client.auth.mfa.unenroll({ factorId })).error?.code, 'mfa_factor_not_found')
  assert.equal((await site.call('POST', '/factors', { factor_type: 'totp' })).status, 401)
  assert.equal((await site.call('DELETE', `/factors/${factorId}`)).status, 401)
  assert.equal((await site.call('GET', `/factors/${factorId}`)).status, 405)
})

test('accepts the password alone again once the last app is removed, and emails the user about both changes', async () => {
  const site = await testIdentity()
  const alice = await signedUp(site)
  const app = await withApp(alice.client)
  await alice.client.auth.mfa.recoveryCodes.generate()
  assert.deepEqual((await alice.client.auth.mfa.unenroll({ factorId: app.id })).data, { id: app.id })
  assert.deepEqual((await alice.client.auth.mfa.listFactors()).data!.all, [])
  const { data } = await alice.client.auth.refreshSession()
  assert.equal(decodeJwt(data.session!.access_token).aal, 'aal1')
  assert.equal(await isIn(site, data.session!), true)
  assert.equal(await isIn(site, (await secondSignIn(site, alice)).session), true)
  const subjects = (await site.deliver()).map(({ subject }) => subject)
  assert.deepEqual(subjects, [
    'Two-factor authentication was turned on',
    'New recovery codes were created for your account',
    'An authenticator app was removed',
  ])
})

test('keeps the last app of users whose role requires one, even if they remove two concurrently', async () => {
  let isNeeded = true
  const site = await testIdentity({ needsSecondFactor: async () => isNeeded })
  const { client } = await signedUp(site)
  const remove = async ({ id: factorId }: { id: string }) =>
    (await client.auth.mfa.unenroll({ factorId })).error?.code ?? 'removed'
  const phone = await withApp(client)
  assert.equal(await remove(phone), 'second_factor_required')
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
  const secret = fromBase32(data!.totp.secret)
  const tablet = { id: data!.id, code: (steps: number) => codeOf(secret, stepAt(site.clock.now()) + steps) }
  await client.auth.mfa.challengeAndVerify({ factorId: tablet.id, code: tablet.code(0) })
  const outcomes = await Promise.all([phone, tablet].map(remove))
  assert.deepEqual(outcomes.toSorted(), ['removed', 'second_factor_required'])
  const [remaining] = (await client.auth.mfa.listFactors()).data!.totp
  const left = remaining!.id === phone.id ? phone : tablet
  // If the app that verified the session was removed, the session returned to AAL1.
  await client.auth.mfa.challengeAndVerify({ factorId: left.id, code: left.code(1) })
  isNeeded = false
  assert.equal(await remove(left), 'removed')
})

test('replaces an app that was never verified with a new one that has the same name', async () => {
  const site = await testIdentity()
  const { client } = await signedUp(site)
  await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const app = await withApp(client)
  assert.deepEqual(
    (await client.auth.mfa.listFactors()).data!.all.map(({ id, status }) => [id, status]),
    [[app.id, 'verified']],
  )
  const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  assert.equal(error?.code, 'mfa_factor_name_conflict')
})

test('rejects factor types other than TOTP, and more than ten factors', async () => {
  const site = await testIdentity({ rateLimits: false })
  const { client, id } = await signedUp(site)
  assert.equal((await client.auth.mfa.enroll({ factorType: 'phone', phone: '+1' })).error?.code, 'validation_failed')
  await withApp(client)
  const enroll = () => client.auth.mfa.enroll({ factorType: 'totp' })
  for (let n = 1; n < 10; n++) {
    assert.equal((await enroll()).error, null)
    await run(site.db)`update identity_factors set verified_at = now() where user_id = ${id}::uuid`
  }
  assert.equal((await enroll()).error?.code, 'too_many_enrolled_mfa_factors')
})

test('stores no secret in plain text, and cannot decrypt a secret copied from another account', async () => {
  const site = await testIdentity()
  const { client } = await signedUp(site)
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const other = await withApp((await signedUp(site)).client)
  const row = await one<{ hex: string }>(site.db)`
    select encode(sealed_secret, 'hex') as hex from identity_factors where id = ${data!.id}::uuid`
  assert.equal(row!.hex.length, 2 * (12 + 20 + 16))
  await run(site.db)`update identity_factors set sealed_secret =
    (select sealed_secret from identity_factors where id = ${other.id}::uuid) where id = ${data!.id}::uuid`
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: data!.id, code: other.code(0) })
  assert.equal(error?.status, 500)
  assert.ok(site.lines.some((line) => line.includes('encrypted with a different identity key')))
})

test('deletes unverified apps after a day, and keeps verified apps', async () => {
  const site = await testIdentity()
  const { client } = await signedUp(site)
  await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Never scanned' })
  const kept = await withApp((await signedUp(site)).client)
  site.clock.advance(25 * 3_600_000)
  await tasksOf(site.identity.workers)['identity.sweep']!({})
  const left = await many<{ id: string }>(site.db)`select id from identity_factors`
  assert.deepEqual(left, [{ id: kept.id }])
})
