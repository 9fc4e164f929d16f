import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { Authenticator } from '#tests/support/authenticator.ts'
import { signedUp, testIdentity, type TestIdentity, tokenIn, unique, withApp } from '#tests/support/identity.ts'
import { addPasskey, originOf, passkeySignIn, withPasskey } from '#tests/support/passkeys.ts'
import { embeddedIdentity } from './embedded.ts'
import { endpoints } from './endpoints.ts'
import type { Proof } from './identity.ts'

const minuteMs = 60_000
const newPassword = 'a quite new password'

type Client = Awaited<ReturnType<typeof signedUp>>['client']
const tokenOf = async (client: Client) => (await client.auth.getSession()).data.session!.access_token

/** Makes the user's last authentication the given number of minutes old. */
const makeOld = (site: TestIdentity, userId: string, minutes = 11) => run(site.db)`
  update identity_sessions set proven_at = ${new Date(site.clock.now() - minutes * minuteMs)}
  where user_id = ${userId}::uuid`

const isProven = async (site: TestIdentity, client: Client) =>
  site.identity.isRecentlyProven(`Bearer ${await tokenOf(client)}`)

const prove = async (site: TestIdentity, client: Client, proof: Proof, ip = '192.0.2.7') =>
  site.identity.prove(`Bearer ${await tokenOf(client)}`, proof, ip)

/** Returns all of the account's credentials. */
const credentialsOf = ({ db }: TestIdentity, id: string) => one(db)`
  select u.email, u.new_email, u.password_hash,
    (select jsonb_agg(f.id order by f.id) from identity_factors f where f.user_id = u.id and f.verified_at is not null) as factors,
    (select jsonb_agg(c.hash order by c.hash) from identity_recovery_codes c join identity_factors f on f.id = c.factor_id
      where f.user_id = u.id) as codes,
    (select jsonb_agg(p.name order by p.id) from identity_passkeys p where p.user_id = u.id) as passkeys,
    (select jsonb_agg(s.id order by s.id) from identity_sessions s where s.user_id = u.id) as sessions
  from identity_users u where u.id = ${id}::uuid`

/** A user with one credential of each kind, signed in twice, who is in the middle of adding an app and a passkey. */
async function wellSecured(site: TestIdentity) {
  const person = await withPasskey(site)
  const { client } = person
  const app = await withApp(client, site.clock)
  await client.auth.mfa.recoveryCodes.generate()
  await passkeySignIn(site, person.device)
  const { data: begun } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'New phone' })
  const { data: challenge } = await client.auth.mfa.challenge({ factorId: begun!.id })
  const { data: registration } = await client.auth.passkey.startRegistration()
  const credential = new Authenticator(originOf(site)).create(registration!.options)
  return {
    ...person,
    app,
    newApp: { id: begun!.id, answer: { challenge_id: challenge!.id, code: '123456' } },
    newPasskey: { challenge_id: registration!.challenge_id, credential },
  }
}
type Secured = Awaited<ReturnType<typeof wellSecured>>

/** Requests by a thief with a stolen session, for each endpoint that changes credentials. */
const thefts: Record<string, (owner: Secured) => [path: string, body?: object][]> = {
  'POST /logout': () => [['/logout'], ['/logout?scope=global'], ['/logout?scope=others']],
  'PUT /user': () => [
    ['/user', { password: newPassword }],
    ['/user', { email: `thief${unique()}@example.org` }],
    ['/user', { email: `thief${unique()}@example.org`, password: newPassword, data: { city: 'Lisbon' } }],
  ],
  'DELETE /user/identities/:id': ({ passkeyId }) => [[`/user/identities/${passkeyId}`]],
  'POST /factors': () => [['/factors', { factor_type: 'totp', friendly_name: 'Thief' }]],
  'DELETE /factors/:id': ({ app }) => [[`/factors/${app.id}`]],
  'POST /factors/:id/verify': ({ newApp }) => [[`/factors/${newApp.id}/verify`, newApp.answer]],
  'POST /factors/recovery-codes': () => [['/factors/recovery-codes', {}]],
  'DELETE /factors/recovery-codes': () => [['/factors/recovery-codes']],
  'POST /factors/recovery-codes/regenerate': () => [['/factors/recovery-codes/regenerate', {}]],
  'PATCH /passkeys/:id': ({ passkeyId }) => [[`/passkeys/${passkeyId}`, { friendly_name: 'Renamed' }]],
  'DELETE /passkeys/:id': ({ passkeyId }) => [[`/passkeys/${passkeyId}`]],
  'POST /passkeys/registration/options': () => [['/passkeys/registration/options', {}]],
  'POST /passkeys/registration/verify': ({ newPasskey }) => [['/passkeys/registration/verify', newPasskey]],
}

/** Endpoints that write but accept a session without recent authentication, each with the reason. */
const harmless: Record<string, string> = {
  'POST /signup': 'creates an account',
  'POST /token': 'signs in, or refreshes a session',
  'POST /recover': 'sends an email to the owner',
  'POST /resend': 'sends an email to the owner',
  'POST /verify': 'requires a token from the owner’s mailbox',
  'POST /otp': 'sends an email to the owner',
  'POST /factors/:id/challenge': 'creates a challenge',
  'POST /factors/recovery-codes/verify': 'reauthenticates',
  'POST /passkeys/authentication/options': 'creates a challenge',
  'POST /passkeys/authentication/verify': 'signs in',
}

test('requires recent authentication at every endpoint that writes, unless it is known not to change credentials', () => {
  const writing = Object.entries(endpoints).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, endpoint]) =>
      method === 'GET' ? [] : [{ key: `${method} ${path}`, endpoint }],
    ),
  )
  const guarded = writing.filter(({ endpoint }) => typeof endpoint !== 'function').map(({ key }) => key)
  const open = writing.filter(({ endpoint }) => typeof endpoint === 'function').map(({ key }) => key)
  assert.deepEqual(guarded.toSorted(), Object.keys(thefts).toSorted())
  assert.deepEqual(open.toSorted(), Object.keys(harmless).toSorted())
})

test.each(Object.keys(thefts))('%s fails and changes nothing without recent authentication', async (key) => {
  const site = await testIdentity()
  const owner = await wellSecured(site)
  const headers = { authorization: `Bearer ${await tokenOf(owner.client)}` }
  await makeOld(site, owner.id)
  const before = await credentialsOf(site, owner.id)
  await site.deliver()
  for (const [path, body] of thefts[key]!(owner)) {
    const answer = await site.call(key.split(' ')[0]!, path, body, headers)
    const { code } = (await answer.json()) as { code: string }
    assert.deepEqual([answer.status, code], [400, 'reauthentication_needed'], path)
  }
  assert.deepEqual(await credentialsOf(site, owner.id), before)
  assert.deepEqual(await site.deliver(), [])
})

test('accepts the rejected requests once the owner has reauthenticated', async () => {
  const site = await testIdentity()
  const { client, id, password, passkeyId, newPasskey } = await wellSecured(site)
  await makeOld(site, id)
  const rename = () => client.auth.passkey.update({ passkeyId, friendlyName: 'Laptop' })
  assert.equal((await rename()).error?.code, 'reauthentication_needed')
  assert.equal(await prove(site, client, { password }), true)
  assert.equal((await rename()).error, null)
  const { challenge_id: challengeId, credential } = newPasskey
  assert.equal((await client.auth.passkey.verifyRegistration({ challengeId, credential })).error, null)
  assert.equal((await client.auth.mfa.recoveryCodes.regenerate()).error, null)
  assert.equal((await client.auth.signOut({ scope: 'others' })).error, null)
})

test('treats a sign-in as recent for only ten minutes, even if the token is refreshed', async () => {
  const site = await testIdentity()
  const { client } = await signedUp(site)
  site.clock.advance(9 * minuteMs)
  await client.auth.refreshSession()
  assert.equal(await isProven(site, client), true)
  site.clock.advance(minuteMs)
  await client.auth.refreshSession()
  assert.equal(await isProven(site, client), false)
  const { error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  assert.equal(error?.code, 'reauthentication_needed')
})

test('limits reauthentication to its session, and applies it immediately in every process', async () => {
  const site = await testIdentity()
  const { client, id, email, password } = await signedUp(site)
  const other = site.client()
  await other.auth.signInWithPassword({ email, password })
  const elsewhere = embeddedIdentity(site.options)
  const header = `Bearer ${await tokenOf(client)}`
  await makeOld(site, id)
  assert.ok(await elsewhere.identify(header))
  assert.equal(await elsewhere.isRecentlyProven(header), false)
  assert.equal(await prove(site, client, { password }), true)
  assert.equal(await elsewhere.isRecentlyProven(header), true)
  assert.equal(await isProven(site, other), false)
})

test('reauthenticates with the owner’s password, passkey, app code, or recovery code', async () => {
  const site = await testIdentity()
  const { client, id, password, device } = await withPasskey(site)
  const app = await withApp(client, site.clock)
  const { data: codes } = await client.auth.mfa.recoveryCodes.generate()
  const signed = async (by: Authenticator) => {
    const { data } = await client.auth.passkey.startAuthentication()
    return { passkey: { challenge_id: data!.challenge_id, credential: by.get(data!.options) } }
  }
  const code = app.code(1)
  const ways: [string, () => Promise<unknown>][] = [
    ['password', () => prove(site, client, { password })],
    ['passkey', async () => prove(site, client, await signed(device))],
    ['app', () => client.auth.mfa.challengeAndVerify({ factorId: app.id, code })],
    ['recovery code', () => client.auth.mfa.recoveryCodes.verify({ code: codes!.codes[0]! })],
  ]
  for (const [name, way] of ways) {
    await makeOld(site, id)
    await way()
    assert.equal(await isProven(site, client), true, name)
  }
  await makeOld(site, id)
  const stranger = await withPasskey(site)
  assert.equal(await prove(site, client, await signed(stranger.device)), false)
  assert.equal(await prove(site, client, { password: 'wrong' }), false)
  await client.auth.mfa.challengeAndVerify({ factorId: app.id, code })
  await client.auth.mfa.recoveryCodes.verify({ code: codes!.codes[0]! })
  assert.equal(await isProven(site, client), false)
  const twice = await signed(device)
  assert.equal(await prove(site, client, twice), true)
  await assert.rejects(prove(site, client, twice), { code: 'invalid_input' })
})

test('limits password guesses to ten', async () => {
  const site = await testIdentity()
  const { client } = await signedUp(site)
  const outcomes: unknown[] = []
  for (let tries = 0; tries < 11; tries++) {
    outcomes.push(await prove(site, client, { password: 'wrong' }).catch((reason: { code: string }) => reason.code))
  }
  assert.deepEqual([outcomes[0], outcomes.at(-1)], [false, 'rate_limited'])
})

test('reauthenticates with the current password when it is sent along with a change', async () => {
  const site = await testIdentity()
  const { client, id, password } = await signedUp(site)
  await makeOld(site, id)
  const email = `moved${unique()}@example.org`
  const { error } = await client.auth.updateUser({ email, current_password: 'wrong' })
  assert.equal(error?.code, 'current_password_invalid')
  assert.equal(await isProven(site, client), false)
  assert.equal((await client.auth.updateUser({ email, current_password: password })).error, null)
  assert.equal(await isProven(site, client), true)
})

test('does not count emailed links as authentication, except for setting the requested password', async () => {
  const site = await testIdentity({ autoconfirm: false })
  const client = site.client()
  const email = `person${unique()}@example.org`
  const { data } = await client.auth.signUp({ email, password: 'correct horse battery' })
  const [confirmation] = await site.deliver()
  await client.auth.verifyOtp({ type: 'signup', token_hash: tokenIn(confirmation) })
  assert.equal(await isProven(site, client), false)
  const link = new URL(await site.identity.createRecoveryLink(data.user!.id))
  await client.auth.verifyOtp({ type: 'recovery', token_hash: link.searchParams.get('token_hash')! })
  assert.equal(await isProven(site, client), false)
  assert.equal((await client.auth.mfa.enroll({ factorType: 'totp' })).error?.code, 'reauthentication_needed')
  assert.equal((await client.auth.updateUser({ password: newPassword })).error, null)
  assert.equal(await isProven(site, client), true)
})

test('does not count entering a new app’s first code as authentication', async () => {
  const site = await testIdentity()
  const { client, id } = await signedUp(site)
  await makeOld(site, id, 9)
  await withApp(client, site.clock)
  assert.equal(await isProven(site, client), true)
  site.clock.advance(2 * minuteMs)
  assert.equal(await isProven(site, client), false)
})

test('lets a session without recent authentication sign out, cancel adding an app, and save settings', async () => {
  const site = await testIdentity()
  const { client, id } = await signedUp(site)
  const { data: app } = await client.auth.mfa.enroll({ factorType: 'totp' })
  await makeOld(site, id)
  assert.equal((await client.auth.updateUser({ data: { city: 'Lisbon' } })).error, null)
  assert.equal((await client.auth.mfa.unenroll({ factorId: app!.id })).error, null)
  const token = await tokenOf(client)
  assert.equal((await client.auth.signOut({ scope: 'local' })).error, null)
  assert.equal(await site.identity.identify(`Bearer ${token}`), null)
})

test('emails the user when recovery codes are created or removed', async () => {
  const site = await testIdentity()
  const { client } = await signedUp(site)
  await withApp(client, site.clock)
  await site.deliver()
  const subjects = async () => (await site.deliver()).map(({ subject }) => subject)
  await client.auth.mfa.recoveryCodes.generate()
  assert.deepEqual(await subjects(), ['New recovery codes were created for your account'])
  await client.auth.mfa.recoveryCodes.regenerate()
  assert.deepEqual(await subjects(), ['New recovery codes were created for your account'])
  const answer = await site.call('DELETE', '/factors/recovery-codes', undefined, {
    authorization: `Bearer ${await tokenOf(client)}`,
  })
  assert.equal(answer.status, 200)
  assert.deepEqual(await subjects(), ['Your recovery codes were removed'])
})

test('asks for a missing second factor before asking to reauthenticate', async () => {
  const site = await testIdentity()
  const { client, id, email, password } = await signedUp(site)
  await withApp(client, site.clock)
  const thief = site.client()
  await thief.auth.signInWithPassword({ email, password })
  await makeOld(site, id)
  assert.equal((await addPasskey(thief, new Authenticator(originOf(site)))).error?.code, 'insufficient_aal')
  assert.equal((await thief.auth.signOut({ scope: 'others' })).error, null) // a 403, which the client ignores
  assert.equal((await client.auth.getUser()).error, null)
})
