import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { Authenticator } from '#tests/support/authenticator.ts'
import { fromBase32, signedUp, type TestIdentity, testIdentity, withApp } from '#tests/support/identity.ts'
import { addPasskey, originOf, passkeySignIn, withPasskey } from '#tests/support/passkeys.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { codeOf, stepAt } from './totp.ts'

const countOf = async (site: TestIdentity) =>
  (await one<{ count: number }>(site.db)`select count(*) from identity_passkeys`)!.count
const subjects = (mails: { subject: string; to: string }[]) => mails.map(({ subject, to }) => [subject, to])

test('requests a discoverable credential with user verification, for this site and account', async () => {
  const site = await testIdentity()
  const { client, email, id, device } = await withPasskey(site)
  const { options, expires_at } = (await client.auth.passkey.startRegistration()).data!
  assert.deepEqual(options.rp, { id: 'localhost', name: 'Test site' })
  assert.deepEqual([options.user.name, Buffer.from(options.user.id, 'base64url').toString()], [email, id])
  assert.deepEqual(options.authenticatorSelection, {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  })
  assert.equal(options.attestation, 'none')
  assert.deepEqual(options.excludeCredentials, [
    { id: device.credentialId, transports: ['internal'], type: 'public-key' },
  ])
  assert.ok(Math.abs(expires_at - site.clock.now() / 1000 - 300) < 5)
})

test('lists a passkey with its device’s name, renames and removes it, and sends emails about the changes', async () => {
  const site = await testIdentity()
  const { client, email, passkeyId, device } = await withPasskey(site)
  assert.deepEqual(subjects(await site.deliver()), [['A passkey was added to your account', email]])
  const [listed, ...others] = (await client.auth.passkey.list()).data!
  assert.deepEqual(
    [listed!.id, listed!.friendly_name, listed!.last_used_at, others.length],
    [passkeyId, 'Unknown device', undefined, 0],
  )
  await passkeySignIn(site, device)
  const renamed = (await client.auth.passkey.update({ passkeyId, friendlyName: '  My phone ' })).data!
  assert.equal(renamed.friendly_name, 'My phone')
  assert.ok(Date.parse(renamed.last_used_at!) >= Date.parse(listed!.created_at))
  for (const friendlyName of ['', ' ', 'x'.repeat(121)]) {
    assert.equal((await client.auth.passkey.update({ passkeyId, friendlyName })).error?.code, 'validation_failed')
  }
  assert.deepEqual(await site.deliver(), [])
  assert.equal((await client.auth.passkey.delete({ passkeyId })).error, null)
  assert.equal((await client.auth.passkey.delete({ passkeyId })).error?.code, 'webauthn_credential_not_found')
  assert.deepEqual((await client.auth.passkey.list()).data, [])
  assert.deepEqual(subjects(await site.deliver()), [['A passkey was removed from your account', email]])
})

test('keeps the last passkey of users whose role requires a second factor, unless they have an app', async () => {
  const site = await testIdentity({ needsSecondFactor: async () => true })
  const { client, passkeyId } = await withPasskey(site)
  assert.equal((await client.auth.passkey.delete({ passkeyId })).error?.code, 'second_factor_required')
  assert.equal(await countOf(site), 1)
  await withApp(client)
  assert.equal((await client.auth.passkey.delete({ passkeyId })).error, null)
})

test('does not let users see, rename, or remove other users’ passkeys', async () => {
  const site = await testIdentity()
  const { passkeyId } = await withPasskey(site)
  const { client } = await signedUp(site)
  assert.deepEqual((await client.auth.passkey.list()).data, [])
  const renamed = await client.auth.passkey.update({ passkeyId, friendlyName: 'Mine' })
  assert.equal(renamed.error?.code, 'webauthn_credential_not_found')
  assert.equal((await client.auth.passkey.delete({ passkeyId })).error?.code, 'webauthn_credential_not_found')
  assert.equal(await countOf(site), 1)
  for (const [method, path] of [
    ['GET', '/passkeys'],
    ['PATCH', `/passkeys/${passkeyId}`],
    ['DELETE', `/passkeys/${passkeyId}`],
    ['POST', '/passkeys/registration/options'],
    ['POST', '/passkeys/registration/verify'],
  ]) {
    assert.equal((await site.call(method!, path!)).status, 401, path)
  }
})

test('rejects passkeys from other origins or accounts, without user verification, or with attestation', async () => {
  const site = await testIdentity()
  const { client } = await signedUp(site)
  for (const odd of [
    { origin: site.url },
    { origin: 'https://localhost.evil.example' },
    { rpId: 'evil.example' },
    { isUnverified: true },
    { challenge: 'c29tZXRoaW5nIGVsc2U' },
    { type: 'webauthn.get' },
    { format: 'apple' },
    { format: 'android-safetynet' },
  ]) {
    const { error } = await addPasskey(client, new Authenticator(originOf(site)), odd)
    assert.equal(error?.code, 'webauthn_verification_failed', JSON.stringify(odd))
  }
  const reasons = site.lines.join()
  for (const format of ['apple', 'android-safetynet'])
    assert.ok(reasons.includes(`Unsupported attestation format ${format}`))
  assert.equal(await countOf(site), 0)
})

test('rejects malformed credentials and challenge IDs', async () => {
  const site = await testIdentity()
  const { client } = await signedUp(site)
  const device = new Authenticator(originOf(site))
  const { data } = await client.auth.passkey.startRegistration()
  const good = device.create(data!.options)
  const { access_token } = (await client.auth.getSession()).data.session!
  const send = async (challenge_id: unknown, credential: unknown) => {
    const headers = { authorization: `Bearer ${access_token}` }
    const answer = await site.call('POST', '/passkeys/registration/verify', { challenge_id, credential }, headers)
    return ((await answer.json()) as { code: string }).code
  }
  const id = data!.challenge_id
  for (const credential of [
    null,
    'text',
    [],
    {},
    { ...good, id: '' },
    { ...good, type: 'password' },
    { ...good, response: {} },
  ]) {
    assert.equal(await send(id, credential), 'validation_failed', JSON.stringify(credential))
  }
  assert.equal(await send('nonsense', good), 'validation_failed')
  const broken = { ...good, response: { ...good.response, attestationObject: 'oWE' } }
  assert.equal(await send(id, broken), 'webauthn_verification_failed')
  assert.equal(await send(id, good), 'webauthn_challenge_not_found', 'one answer to each question')
  assert.equal(
    site.lines.some((line) => line.includes('"level":50')),
    false,
  )
})

test('accepts a challenge only once, within five minutes, and in the session that requested it', async () => {
  const site = await testIdentity()
  const alice = await signedUp(site)
  const other = site.client()
  await other.auth.signInWithPassword(alice)
  const make = () => new Authenticator(originOf(site))
  const { passkey } = alice.client.auth
  const start = async () => (await passkey.startRegistration()).data!
  const first = await start()
  const device = make()
  const stolen = { challengeId: first.challenge_id, credential: device.create(first.options) }
  assert.equal((await other.auth.passkey.verifyRegistration(stolen)).error?.code, 'webauthn_challenge_not_found')
  assert.equal((await passkey.verifyRegistration(stolen)).error, null)
  await alice.client.auth.refreshSession()
  const again = { challengeId: first.challenge_id, credential: make().create(first.options) }
  assert.equal((await passkey.verifyRegistration(again)).error?.code, 'webauthn_challenge_not_found')
  const late = await start()
  site.clock.advance(5 * 60_000)
  const answer = { challengeId: late.challenge_id, credential: make().create(late.options) }
  assert.equal((await passkey.verifyRegistration(answer)).error?.code, 'webauthn_challenge_expired')
  const swept = await start()
  site.clock.advance(5 * 60_000)
  await tasksOf(site.identity.workers)['identity.sweep']!({})
  assert.deepEqual(await many(site.db)`select from identity_passkey_challenges where id = ${swept.challenge_id}`, [])
  const { client } = await passkeySignIn(site, device)
  const { data } = await client.auth.passkey.startAuthentication()
  const foreign = {
    challengeId: data!.challenge_id,
    credential: make().create({ ...late.options, challenge: data!.options.challenge }),
  }
  assert.equal((await client.auth.passkey.verifyRegistration(foreign)).error?.code, 'webauthn_challenge_not_found')
})

test('assigns a credential to only one account', async () => {
  const site = await testIdentity()
  const { device } = await withPasskey(site)
  const { client } = await signedUp(site)
  const { error } = await addPasskey(client, device)
  assert.equal(error?.code, 'webauthn_credential_exists')
  assert.equal(await countOf(site), 1)
})

test('limits an account to twenty passkeys, even when many are added concurrently', async () => {
  const site = await testIdentity()
  const { client, id } = await withPasskey(site)
  await run(site.db)`
    insert into identity_passkeys (id, user_id, credential_id, public_key, counter, transports, name, is_backed_up, created_at)
    select gen_random_uuid(), ${id}::uuid, sha256(n::text::bytea), '', 0, '{}', 'Device', false, now()
    from generate_series(1, 17) n`
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => addPasskey(client, new Authenticator(originOf(site)))),
  )
  assert.deepEqual(
    answers.map(({ error }) => String(error?.code)).sort((a, b) => a.localeCompare(b)),
    ['too_many_passkeys', 'too_many_passkeys', 'undefined', 'undefined'],
  )
  assert.equal(await countOf(site), 20)
  const { error } = await client.auth.passkey.startRegistration()
  assert.deepEqual([error?.status, error?.code], [422, 'too_many_passkeys'])
})

test('does not list or add passkeys until the app’s code has been entered', async () => {
  const site = await testIdentity()
  const alice = await withPasskey(site)
  await withApp(alice.client)
  const { auth } = site.client()
  await auth.signInWithPassword(alice)
  const { passkeyId } = alice
  for (const { error } of [
    await auth.passkey.startRegistration(),
    await auth.passkey.list(),
    await auth.passkey.update({ passkeyId, friendlyName: 'Mine' }),
    await auth.passkey.delete({ passkeyId }),
  ]) {
    assert.equal(error?.code, 'insufficient_aal')
  }
  assert.equal((await alice.client.auth.passkey.list()).data?.length, 1)
})

test('limits the rate of changes, and offers no passkeys on a site without a host name', async () => {
  const site = await testIdentity()
  const { client } = await signedUp(site)
  const codes = new Set<string | undefined>()
  for (let call = 0; call < 31; call++) codes.add((await client.auth.passkey.startRegistration()).error?.code)
  assert.deepEqual([...codes], [undefined, 'over_request_rate_limit'])
  const offers = async (one: TestIdentity) =>
    ((await (await one.call('GET', '/settings')).json()) as { passkeys_enabled: boolean }).passkeys_enabled
  assert.equal(await offers(site), true)
  const numbered = await testIdentity({ siteUrl: 'http://192.0.2.7' })
  assert.equal(await offers(numbered), false)
  const refused = await numbered.client().auth.passkey.startAuthentication()
  assert.deepEqual([refused.error?.status, refused.error?.code], [404, 'passkey_disabled'])
})

test('does not let someone with only the password add or remove factors of an account that has a passkey', async () => {
  const site = await testIdentity()
  const alice = await signedUp(site)
  const { auth } = site.client()
  await auth.signInWithPassword(alice)
  const begun = await auth.mfa.enroll({ factorType: 'totp' })
  const device = new Authenticator(originOf(site))
  const { data: added } = await addPasskey(alice.client, device)
  const thief = site.client()
  await thief.auth.signInWithPassword(alice)
  for (const { error } of [
    await thief.auth.mfa.enroll({ factorType: 'totp' }),
    await auth.mfa.challengeAndVerify({
      factorId: begun.data!.id,
      code: codeOf(fromBase32(begun.data!.totp.secret), stepAt(site.clock.now())),
    }),
    await addPasskey(thief, new Authenticator(originOf(site))),
    await thief.auth.passkey.delete({ passkeyId: added!.id }),
  ]) {
    assert.equal(error?.code, 'insufficient_aal')
  }
  assert.equal(await countOf(site), 1)
  const owner = await passkeySignIn(site, device)
  await withApp(owner.client)
  assert.equal((await owner.client.auth.passkey.delete({ passkeyId: added!.id })).error, null)
})

test('raises the session that adds the account’s first passkey to AAL2', async () => {
  const site = await testIdentity()
  const { client } = await signedUp(site)
  const { data } = await addPasskey(client, new Authenticator(originOf(site)))
  const { session } = (await client.auth.refreshSession()).data
  assert.equal((await site.identity.identify(`Bearer ${session!.access_token}`))?.isSecondLevel, true)
  assert.equal((await addPasskey(client, new Authenticator(originOf(site)))).error, null)
  assert.equal((await client.auth.passkey.delete({ passkeyId: data!.id })).error, null)
})

test('lets the operator remove the passkeys of a member who has lost them', async () => {
  const site = await testIdentity()
  const { email, password, id } = await withPasskey(site)
  await site.identity.removeFactors(id)
  assert.equal(await countOf(site), 0)
  assert.ok(subjects(await site.deliver()).some(([subject]) => subject === 'A passkey was removed from your account'))
  const client = site.client()
  await client.auth.signInWithPassword({ email, password })
  assert.equal((await addPasskey(client, new Authenticator(originOf(site)))).error, null)
})
