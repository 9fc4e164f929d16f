import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { pino } from 'pino'
import {
  banMessage,
  browserClient,
  signedUp,
  type TestIdentity,
  testIdentity,
  tokenIn,
  unique,
  withApp,
} from '#tests/support/identity.ts'
import { inTransaction, many, run } from '#kernel/db.ts'
import { testDb } from '#tests/support/database.ts'
import { withPasskey } from '#tests/support/passkeys.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { isUuid } from './bearer.ts'
import { hostedIdentity } from './hosted.ts'
import { AppError } from '#kernel/errors.ts'
import type { IdentityProvider } from './identity.ts'
import { findUser, findUserByEmail } from './users.store.ts'

interface Subject {
  provider: IdentityProvider
  clock: TestIdentity['clock']
  /** The URL at which the browser's client finds the provider. */
  url: string
}

async function embedded(): Promise<Subject> {
  const site = await testIdentity()
  return { provider: site.identity, clock: site.clock, url: site.url }
}

/** The hosted provider, connected to a local server that imitates a Supabase project. */
async function hosted(): Promise<Subject> {
  const project: TestIdentity = await testIdentity({}, (request) =>
    request.url.includes('/auth/v1/admin/') ? answerAdmin(project, request) : null,
  )
  const { clock } = project
  const provider = hostedIdentity({
    db: await testDb(),
    url: project.url,
    anonKey: 'sb_publishable_embedded',
    jwtSecret: null,
    serviceKey: 'service',
    siteUrl: 'https://site.example',
    clock,
    log: pino({ level: 'silent' }),
    banMessage,
  })
  return { provider, clock, url: project.url }
}

interface AdminBody {
  password?: string
  ban_duration?: string
  email?: string
  email_confirm?: boolean
  user_metadata?: { username: string; fullName?: string }
}

async function answerAdmin({ identity: project, db }: TestIdentity, request: Request): Promise<Response> {
  assert.equal(request.headers.get('authorization'), 'Bearer service')
  const path = new URL(request.url).pathname.replace('/auth/v1/admin/', '')
  const id = path.replace('users/', '')
  const body: AdminBody = request.method === 'GET' ? {} : await request.json()
  if (path === 'users') return answerCreate(project, body)
  if (path === 'generate_link') {
    const user = await findUserByEmail(db, body.email!)
    const link = await project.createRecoveryLink(user!.id)
    return Response.json({ hashed_token: new URL(link).searchParams.get('token_hash') })
  }
  if (id === '00000000-0000-4000-8000-000000000000') return Response.json({ code: 404 }, { status: 404 })
  const [userId, factorId] = id.split('/factors/')
  if (factorId) await project.removeFactors(userId!)
  else if (request.method === 'DELETE') await project.deleteUser(id)
  if (body.password === '12345') return Response.json({ msg: 'Password should be at least 6' }, { status: 422 })
  if (body.password) await project.setPassword(id, body.password)
  if (body.user_metadata) await project.renameAccount(db, id, body.user_metadata.username)
  if (body.ban_duration) await project.ban(id, body.ban_duration === 'none' ? null : new Date(Date.now() + 3_600_000))
  const factors = isUuid(id) ? await many(db)`select id from identity_factors where user_id = ${id}::uuid` : []
  const email_confirmed_at = (await project.confirmedAddress(id)) && '2026-01-01T00:00:00Z'
  const user = isUuid(id) ? await findUser(db, id) : null
  return Response.json({ id, email: user?.email, email_confirmed_at, factors })
}

/** Runs the provider's pending jobs. */
async function doJobs({ workers }: IdentityProvider): Promise<void> {
  for (const [name, task] of Object.entries(tasksOf(workers))) {
    const left = await many<{ payload: unknown }>(await testDb())`
      delete from graphile_worker._private_jobs where task_id =
        (select id from graphile_worker._private_tasks where identifier = ${name}) returning payload`
    for (const { payload } of left) await task(payload)
  }
}

async function answerCreate(project: IdentityProvider, body: AdminBody): Promise<Response> {
  const { email, password, email_confirm, user_metadata: { username = '', fullName = '' } = {} } = body
  assert.equal(email_confirm, true)
  try {
    const { subject } = await project.createAccount({ email: email!, password: password!, username, fullName })
    return Response.json({ id: subject, email })
  } catch (reason) {
    if (!(reason instanceof AppError)) throw reason
    const error_code = reason.code === 'conflict' ? 'email_exists' : 'weak_password'
    return Response.json({ code: 422, error_code, msg: reason.message }, { status: 422 })
  }
}

describe.each([
  ['embedded', embedded],
  ['hosted', hosted],
])('the %s identity provider', (_, start) => {
  const bearer = (session: { access_token: string }) => `Bearer ${session.access_token}`

  test('configures the browser, and identifies a user who signed up there', async () => {
    const { provider, url } = await start()
    const config = provider.browserConfig('http://devstead.test')
    assert.equal(config.url, url)
    const client = browserClient(config.url, config.anonKey)
    const email = `Mixed.Case${unique()}@Example.org`
    const username = `alice${unique()}`
    const options = { data: { username, fullName: 'Alice Archer', role: 'admin' } }
    const { data } = await client.auth.signUp({ email, password: 'correct horse', options })
    const identity = await provider.identify(bearer(data.session!))
    assert.ok(identity)
    assert.deepEqual(identity, {
      issuer: provider.issuer,
      subject: data.user!.id,
      email: email.toLowerCase(),
      sessionId: identity.sessionId,
      isSecondLevel: false,
      metadata: { username, fullName: 'Alice Archer' },
    })
    assert.equal(provider.issuer, identity.issuer)
    assert.match(identity.sessionId!, /^[0-9a-f-]{36}$/)
  })

  test('reports whether the user has entered a second factor', async () => {
    const { provider, url } = await start()
    const { client } = await signedUp({ url })
    const { session } = await withApp(client)
    assert.equal((await provider.identify(bearer(session)))?.isSecondLevel, true)
  })

  test('identifies no user from a missing or malformed token, the anonymous key, or another auth scheme', async () => {
    const { provider, url } = await start()
    const { session } = await signedUp({ url })
    const token = session.access_token
    const broken = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    const { anonKey } = provider.browserConfig('http://devstead.test')
    for (const header of [undefined, '', 'Bearer', `Bearer ${anonKey}`, `Bearer ${broken}`, `Basic ${token}`, token]) {
      assert.equal(await provider.identify(header), null, header)
    }
    assert.ok(await provider.identify(`bearer ${token}`))
  })

  test('identifies no user once the token has expired or the session has ended', async () => {
    const { provider, clock, url } = await start()
    const alice = await signedUp({ url })
    assert.ok(await provider.identify(bearer(alice.session)))
    await alice.client.auth.signOut()
    clock.advance(61_000)
    assert.equal(await provider.identify(bearer(alice.session)), null)
    const bob = await signedUp({ url })
    assert.ok(await provider.identify(bearer(bob.session)))
    clock.advance(3_700_000)
    assert.equal(await provider.identify(bearer(bob.session)), null)
  })

  test('changes the username stored with the account, and ignores unknown accounts', async () => {
    const { provider, url } = await start()
    const { session, id } = await signedUp({ url })
    const username = `weaver${unique()}`
    const db = await testDb()
    await provider.renameAccount(db, id, username)
    await provider.renameAccount(db, '00000000-0000-4000-8000-000000000000', username)
    await doJobs(provider)
    const client = browserClient(url, provider.browserConfig('http://devstead.test').anonKey)
    const { data } = await client.auth.getUser(session.access_token)
    assert.equal(data.user?.user_metadata['username'], username)
  })

  test('rejects banned users until the ban ends, and deleted users permanently', async () => {
    const { provider, url } = await start()
    const { session, id } = await signedUp({ url })
    await provider.ban(id, new Date(Date.now() + 3_600_000))
    await assert.rejects(provider.identify(bearer(session)), {
      code: 'suspended',
      message: 'This account has been suspended.',
    })
    await provider.ban(id, null)
    assert.ok(await provider.identify(bearer(session)))
    await provider.deleteUser(id)
    assert.equal(await provider.identify(bearer(session)), null)
    await provider.deleteUser(id)
  })

  test('reauthenticates a session with the password, without creating another session', async () => {
    const { provider, url, clock } = await start()
    const { client, id, password, session } = await signedUp({ url })
    const db = await testDb()
    const sessions = () => many(db)`select id from identity_sessions where user_id = ${id}::uuid`
    const before = await sessions()
    const ip = '192.0.2.7'
    assert.equal(await provider.isRecentlyProven(undefined), false)
    assert.equal(await provider.isRecentlyProven(bearer(session)), true)
    clock.advance(11 * 60_000)
    const { data: refreshed } = await client.auth.refreshSession()
    const header = bearer(refreshed.session!)
    assert.equal(await provider.isRecentlyProven(header), false)
    for (const wrong of ['another password', '', 'x'.repeat(2000)]) {
      assert.equal(await provider.prove(header, { password: wrong }, ip), false)
    }
    assert.equal(await provider.isRecentlyProven(header), false)
    assert.equal(await provider.prove(header, { password }, ip), true)
    assert.equal(await provider.isRecentlyProven(header), true)
    clock.advance(11 * 60_000)
    assert.equal(await provider.isRecentlyProven(header), false)
    assert.deepEqual(await sessions(), before)
  })

  test('reauthenticates a session only with the account’s own passkeys', async () => {
    const { provider, url, clock } = await start()
    const [owner, stranger] = [await withPasskey({ url }), await withPasskey({ url })]
    const header = bearer(owner.session)
    clock.advance(11 * 60_000)
    const signed = async ({ device }: typeof owner) => {
      const { data } = await owner.client.auth.passkey.startAuthentication()
      return { passkey: { challenge_id: data!.challenge_id, credential: device.get(data!.options) } }
    }
    assert.equal(await provider.prove(header, await signed(stranger), '192.0.2.7'), false)
    assert.equal(await provider.isRecentlyProven(header), false)
    assert.equal(await provider.prove(header, await signed(owner), '192.0.2.7'), true)
    assert.equal(await provider.isRecentlyProven(header), true)
  })

  test('reauthenticates the session in which an app’s code is entered', async () => {
    const { provider, url, clock } = await start()
    const { client } = await signedUp({ url })
    const app = await withApp(client, clock)
    clock.advance(11 * 60_000)
    const { data: stale } = await client.auth.refreshSession()
    assert.equal(await provider.isRecentlyProven(bearer(stale.session!)), false)
    const { data: fresh } = await client.auth.mfa.challengeAndVerify({ factorId: app.id, code: app.code(0) })
    assert.equal(await provider.isRecentlyProven(bearer(fresh!)), true)
  })

  test('removes an account only if the transaction commits', async () => {
    const { provider, url } = await start()
    const { id, email, password, session } = await signedUp({ url })
    const db = await testDb()
    const failed = inTransaction(db, async (db) => {
      await provider.removeAccount(db, id)
      throw new Error('changed my mind')
    })
    await assert.rejects(failed, /changed my mind/)
    assert.ok(await provider.identify(bearer(session)))
    await inTransaction(db, (db) => provider.removeAccount(db, id))
    await doJobs(provider)
    const { error } = await browserClient(url).auth.signInWithPassword({ email, password })
    assert.equal(error?.code, 'invalid_credentials')
    await doJobs(provider)
  })

  test('identifies a user with a second factor only once they have entered their code', async () => {
    const { provider, url } = await start()
    const { email, password, client } = await signedUp({ url })
    const app = await withApp(client)
    const second = browserClient(url)
    const { data } = await second.auth.signInWithPassword({ email, password })
    await assert.rejects(provider.identify(bearer(data.session!)), {
      code: 'not_signed_in',
      message: /^Enter the code/,
    })
    const { data: whole } = await second.auth.mfa.challengeAndVerify({ factorId: app.id, code: app.code(1) })
    assert.equal((await provider.identify(bearer(whole!)))?.email, email)
  })

  test('removes a user’s second factors', async () => {
    const { provider, url } = await start()
    const { email, password, id, client } = await signedUp({ url })
    await withApp(client)
    await client.auth.mfa.recoveryCodes.generate()
    const { data } = await browserClient(url).auth.signInWithPassword({ email, password })
    await assert.rejects(provider.identify(bearer(data.session!)), { code: 'not_signed_in' })
    await provider.removeFactors(id)
    assert.equal((await provider.identify(bearer(data.session!)))?.subject, id)
    await provider.removeFactors(id)
  })

  test('creates an account that can sign in immediately, and rejects another with the same address', async () => {
    const { provider, url } = await start()
    const account = {
      email: `made${unique()}@example.org`,
      password: 'made by the owner',
      username: `made${unique()}`,
      fullName: 'Mona Made',
    }
    const { subject } = await provider.createAccount(account)
    const { data } = await browserClient(url).auth.signInWithPassword(account)
    const { metadata, ...identity } = (await provider.identify(bearer(data.session!)))!
    assert.deepEqual([identity.subject, identity.email], [subject, account.email])
    assert.deepEqual(metadata, { username: account.username, fullName: 'Mona Made' })
    const again = { ...account, email: account.email.toUpperCase(), username: `other${unique()}` }
    await assert.rejects(provider.createAccount(again), { code: 'conflict' })
    const weak = { ...again, email: `weak${unique()}@example.org`, password: '12345' }
    await assert.rejects(provider.createAccount(weak), { code: 'invalid_input' })
  })

  test('sets a user’s password, which ends their sessions', async () => {
    const { provider, url } = await start()
    const { client, email, password, session, id } = await signedUp({ url })
    await provider.setPassword(id, 'a password from the owner')
    assert.equal(await provider.identify(bearer(session)), null)
    assert.equal((await client.auth.signInWithPassword({ email, password })).error?.code, 'invalid_credentials')
    const { data } = await client.auth.signInWithPassword({ email, password: 'a password from the owner' })
    assert.ok(await provider.identify(bearer(data.session!)))
    await assert.rejects(provider.setPassword(id, '12345'), { code: 'invalid_input' })
  })

  test('returns not_found for an unknown subject', async () => {
    const { provider } = await start()
    const nobody = '00000000-0000-4000-8000-000000000000'
    await assert.rejects(provider.setPassword(nobody, 'correct horse'), { code: 'not_found' })
    await assert.rejects(provider.removeFactors(nobody), { code: 'not_found' })
    await assert.rejects(provider.ban(nobody, null), { code: 'not_found' })
    await assert.rejects(provider.createRecoveryLink(nobody), { code: 'not_found' })
  })

  test('returns the confirmed email address, or null', async () => {
    const { provider, url } = await start()
    const { id } = await signedUp({ url })
    assert.match((await provider.confirmedAddress(id)) ?? '', /@example\.org$/)
    await run(await testDb())`update identity_users set confirmed_at = null`
    assert.equal(await provider.confirmedAddress(id), null)
    assert.equal(await provider.confirmedAddress('00000000-0000-4000-8000-000000000000'), null)
  })

  test('creates a password reset link that works once', async () => {
    const { provider, url } = await start()
    const { client, id } = await signedUp({ url })
    const link = await provider.createRecoveryLink(id)
    assert.match(link, /\/auth\?type=recovery&token_hash=[\w-]{43}$/)
    const token_hash = tokenIn({ to: '', subject: '', text: '', link })
    const { data } = await client.auth.verifyOtp({ type: 'recovery', token_hash })
    assert.equal((await provider.identify(bearer(data.session!)))?.subject, id)
    assert.equal((await client.auth.verifyOtp({ type: 'recovery', token_hash })).error?.code, 'otp_expired')
  })
})
