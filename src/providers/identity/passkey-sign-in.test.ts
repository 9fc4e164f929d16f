import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { Authenticator } from '#tests/support/authenticator.ts'
import { signedUp, type TestIdentity, testIdentity, withApp } from '#tests/support/identity.ts'
import { originOf, passkeySignIn, withPasskey } from '#tests/support/passkeys.ts'

const whoIs = (site: TestIdentity, session: { access_token: string } | null | undefined) =>
  site.identity.identify(`Bearer ${session?.access_token}`).then(
    (who) => who?.subject ?? null,
    (reason: { code: string }) => reason.code,
  )

test('signs in at AAL2 with a passkey and no email address, and keeps AAL2 after a refresh', async () => {
  const site = await testIdentity()
  const alice = await withPasskey(site)
  const { client, data } = await passkeySignIn(site, alice.device)
  assert.equal(await whoIs(site, data!.session), alice.id)
  const claims = decodeJwt<{ aal: string; amr: { method: string }[] }>(data!.session!.access_token)
  assert.deepEqual([claims.aal, claims.amr.map(({ method }) => method)], ['aal2', ['passkey']])
  const refreshed = await client.auth.refreshSession()
  assert.equal(decodeJwt(refreshed.data.session!.access_token).aal, 'aal2')
  assert.equal((await site.identity.sessions!.list(alice.id)).length, 2)
  assert.equal((await passkeySignIn(site, alice.device)).error, null)
})

test('allows any passkey for the site, and reveals none to strangers', async () => {
  const site = await testIdentity()
  await withPasskey(site)
  const { data } = await site.client().auth.passkey.startAuthentication()
  const { challenge, ...options } = data!.options
  assert.match(challenge, /^[\w-]{43}$/)
  assert.deepEqual(options, { rpId: 'localhost', timeout: 300_000, userVerification: 'required' })
})

test('does not ask for an app’s code, and keeps the session when an app is added', async () => {
  const site = await testIdentity()
  const alice = await withPasskey(site)
  const before = await passkeySignIn(site, alice.device)
  const app = await withApp(alice.client)
  assert.equal(await whoIs(site, before.data!.session), alice.id)
  const { client, data } = await passkeySignIn(site, alice.device)
  assert.equal(await whoIs(site, data!.session), alice.id)
  const { currentLevel, nextLevel } = (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data!
  assert.deepEqual([currentLevel, nextLevel], ['aal2', 'aal2'])
  assert.equal((await client.auth.mfa.unenroll({ factorId: app.id })).error, null)
})

test('requires an authenticator app for recovery codes, even if the account has a passkey', async () => {
  const site = await testIdentity()
  const { device } = await withPasskey(site)
  const { client } = await passkeySignIn(site, device)
  assert.equal((await client.auth.mfa.recoveryCodes.generate()).error?.code, 'mfa_factor_not_found')
  await withApp(client)
  assert.equal((await client.auth.mfa.recoveryCodes.generate()).error, null)
})

test('rejects other origins, sites, and users, missing user verification, and cloned keys', async () => {
  const site = await testIdentity()
  const alice = await withPasskey(site)
  const bob = await withPasskey(site)
  await passkeySignIn(site, alice.device)
  await passkeySignIn(site, alice.device)
  const handleOf = ({ id }: { id: string }) => Buffer.from(id).toString('base64url')
  for (const odd of [
    { origin: 'https://evil.example' },
    { origin: site.url },
    { rpId: 'evil.example' },
    { isUnverified: true },
    { challenge: 'c29tZXRoaW5nIGVsc2U' },
    { type: 'webauthn.create' },
    { userHandle: handleOf(bob) },
    { userHandle: 'bm9ib2R5' },
    { counter: 1 },
    { counter: 2 },
    { counter: 0 },
    { credentialId: bob.device.credentialId },
    { credentialId: bob.device.credentialId, userHandle: handleOf(bob) },
  ]) {
    const { data, error } = await passkeySignIn(site, alice.device, odd)
    assert.equal(error?.code, 'webauthn_verification_failed', JSON.stringify(odd))
    assert.equal(data?.session ?? null, null)
  }
  assert.equal((await passkeySignIn(site, alice.device)).error, null)
})

test('accepts authenticators without a signature counter, and those that start counting later', async () => {
  const site = await testIdentity()
  const { device } = await withPasskey(site)
  for (const counter of [0, 0, 7]) assert.equal((await passkeySignIn(site, device, { counter })).error, null)
  assert.equal((await passkeySignIn(site, device, { counter: 0 })).error?.code, 'webauthn_verification_failed')
})

test('accepts a response only once, even in concurrent requests, and only for five minutes', async () => {
  const site = await testIdentity()
  const { device } = await withPasskey(site)
  const { passkey } = site.client().auth
  const start = async () => {
    const { challenge_id: challengeId, options } = (await passkey.startAuthentication()).data!
    return { challengeId, credential: device.get(options) }
  }
  const signed = await start()
  const answers = await Promise.all([1, 2, 3].map(() => site.client().auth.passkey.verifyAuthentication(signed)))
  assert.deepEqual(
    answers.map(({ error }) => String(error?.code)).sort((a, b) => a.localeCompare(b)),
    ['undefined', 'webauthn_challenge_not_found', 'webauthn_challenge_not_found'],
  )
  const late = await start()
  site.clock.advance(5 * 60_000)
  assert.equal((await passkey.verifyAuthentication(late)).error?.code, 'webauthn_challenge_expired')
  assert.equal((await passkey.verifyAuthentication(late)).error?.code, 'webauthn_challenge_not_found')
})

test('reports an unknown or removed passkey', async () => {
  const site = await testIdentity()
  const { client, device, passkeyId } = await withPasskey(site)
  const unknown = await passkeySignIn(site, new Authenticator(originOf(site)), { userHandle: 'eA' })
  assert.equal(unknown.error?.code, 'webauthn_credential_not_found')
  await client.auth.passkey.delete({ passkeyId })
  assert.equal((await passkeySignIn(site, device)).error?.code, 'webauthn_credential_not_found')
})

test('ends the sessions that a removed passkey started, except the current one', async () => {
  const site = await testIdentity()
  const alice = await withPasskey(site)
  const other = await passkeySignIn(site, alice.device)
  const here = await passkeySignIn(site, alice.device)
  await here.client.auth.passkey.delete({ passkeyId: alice.passkeyId })
  assert.equal(await whoIs(site, other.data!.session), null)
  assert.equal(await whoIs(site, here.data!.session), alice.id)
  assert.equal(await whoIs(site, alice.session), alice.id)
  const { data } = await here.client.auth.refreshSession()
  assert.equal(decodeJwt(data.session!.access_token).aal, 'aal1')
})

test('keeps passkeys and ends other sessions when the password changes', async () => {
  const site = await testIdentity()
  const alice = await withPasskey(site)
  const { data } = await passkeySignIn(site, alice.device)
  await alice.client.auth.updateUser({ password: 'another horse battery', current_password: alice.password })
  assert.equal(await whoIs(site, data!.session), null)
  assert.equal((await passkeySignIn(site, alice.device)).error, null)
})

test('rejects banned and deleted users', async () => {
  const site = await testIdentity()
  const alice = await withPasskey(site)
  await site.identity.ban(alice.id, new Date(site.clock.now() + 60_000))
  assert.equal((await passkeySignIn(site, alice.device)).error?.code, 'user_banned')
  await site.identity.deleteUser(alice.id)
  assert.equal((await passkeySignIn(site, alice.device)).error?.code, 'webauthn_credential_not_found')
  assert.deepEqual(await many(site.db)`select from identity_passkeys`, [])
})

test('rejects an account with an unconfirmed address', async () => {
  const site = await testIdentity()
  const alice = await withPasskey(site)
  await run(site.db)`update identity_users set confirmed_at = null where id = ${alice.id}::uuid`
  assert.equal((await passkeySignIn(site, alice.device)).error?.code, 'email_not_confirmed')
})

test('limits requests by IP address, and rejects invalid bodies', async () => {
  const site = await testIdentity()
  await signedUp(site)
  for (const body of [{}, { challenge_id: 1 }, { challenge_id: crypto.randomUUID(), credential: { id: 'x' } }]) {
    assert.equal((await site.call('POST', '/passkeys/authentication/verify', body)).status, 400)
  }
  const statuses = new Set<number>()
  for (let call = 0; call < 58; call++) {
    statuses.add((await site.call('POST', '/passkeys/authentication/options', {})).status)
  }
  assert.deepEqual([...statuses], [200, 429])
  const limited = await site.call('POST', '/passkeys/authentication/verify', {})
  assert.ok(Number(limited.headers.get('retry-after')) > 0)
})
