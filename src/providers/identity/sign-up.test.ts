import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Admission } from './admission.ts'
import { browserClient, signedUp, testIdentity, tokenIn, unique } from '#tests/support/identity.ts'
import { tasksOf } from '#tests/support/jobs.ts'

const password = 'correct horse battery'
const address = () => `someone${unique()}@example.org`

const refusal = async () => ({ code: 'signup_disabled' as const, message: 'Registration is closed on this site.' })
const closed: Admission = { isClosed: () => true, check: refusal, admit: refusal, confirm: refusal }

test('creates a session with the user’s identity', async () => {
  const site = await testIdentity()
  const client = site.client()
  const email = address()
  const { data } = await client.auth.signUp({ email, password, options: { data: { fullName: 'Alice Archer' } } })
  assert.equal(data.user?.email, email)
  assert.equal(data.user.user_metadata.fullName, 'Alice Archer')
  assert.equal(data.user.user_metadata.email_verified, true)
  const stored = JSON.parse(client.storage.get('supabase_auth_token') ?? '{}')
  assert.deepEqual(Object.keys(stored).sort(), [
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'token_type',
    'user',
  ])
  assert.equal((await client.auth.getUser()).data.user?.id, data.user.id)
  const { data: claims } = await client.auth.getClaims()
  assert.equal(claims?.claims.aud, 'authenticated')
  assert.equal(claims.header.alg, 'ES256')
})

test('allows an address to be registered only once, ignoring case', async () => {
  const site = await testIdentity()
  const { email } = await signedUp(site)
  const { error } = await site.client().auth.signUp({ email: email.toUpperCase(), password })
  assert.deepEqual(
    [error?.status, error?.code, error?.message],
    [422, 'user_already_exists', 'User already registered'],
  )
})

test('accepts only one of two concurrent registrations of an email address', async () => {
  const site = await testIdentity()
  const email = address()
  const tries = await Promise.all([1, 2, 3].map(() => site.client().auth.signUp({ email, password })))
  assert.deepEqual(tries.map(({ error }) => error?.code ?? 'ok').sort(), [
    'ok',
    'user_already_exists',
    'user_already_exists',
  ])
})

test('rejects a taken username before creating the account', async () => {
  const site = await testIdentity({
    beforeSignUp: async (_, { username }) => {
      if (username === 'taken') throw new AppError('conflict', 'Username is already taken')
      if (username === 'no good') throw new AppError('invalid_input', 'Username may contain letters and digits')
    },
  })
  const email = address()
  const { error } = await site.client().auth.signUp({ email, password, options: { data: { username: 'taken' } } })
  assert.deepEqual([error?.status, error?.code, error?.message], [409, 'username_taken', 'Username is already taken'])
  const { error: bad } = await site
    .client()
    .auth.signUp({ email, password, options: { data: { username: 'no good' } } })
  assert.deepEqual([bad?.status, bad?.message], [400, 'Username may contain letters and digits'])
  assert.equal(await one(site.db)`select 1 from identity_users where email = ${email}`, null)
  const { data } = await site
    .client()
    .auth.signUp({ email, password, options: { data: { username: `free${unique()}` } } })
  assert.ok(data.session)
})

test('accepts only one of two concurrent registrations of a username', async () => {
  const site = await testIdentity()
  const username = `Wanted${unique()}`
  const ask = (name: string) =>
    site.client().auth.signUp({ email: address(), password, options: { data: { username: name } } })
  const tries = await Promise.all([ask(username), ask(username.toLowerCase()), ask(username.toUpperCase())])
  assert.deepEqual(tries.map(({ error }) => error?.code ?? 'ok').sort(), ['ok', 'username_taken', 'username_taken'])
})

test('reserves the new username of a renamed account, unless a registration in progress has reserved it', async () => {
  const site = await testIdentity({ autoconfirm: false })
  const [wanted, free] = [`wanted${unique()}`, `free${unique()}`]
  const ask = (username: string) =>
    site.client().auth.signUp({ email: address(), password, options: { data: { username } } })
  assert.equal((await ask(wanted)).error, null)
  const { id } = await signedUp(await testIdentity())
  await assert.rejects(site.identity.renameAccount(site.db, id, wanted.toUpperCase()), { code: 'conflict' })
  await site.identity.renameAccount(site.db, id, free)
  assert.equal((await ask(free)).error?.code, 'username_taken')
})

test('releases an unconfirmed registration’s username after two days', async () => {
  const site = await testIdentity({ autoconfirm: false })
  const username = `patient${unique()}`
  const ask = (email: string) => site.client().auth.signUp({ email, password, options: { data: { username } } })
  const email = address()
  assert.equal((await ask(email)).error, null)
  assert.equal((await ask(address())).error?.code, 'username_taken')
  site.clock.advance(61_000)
  assert.equal((await ask(email)).error, null, 'the same address may try again')
  site.clock.advance(49 * 3_600_000)
  await tasksOf(site.identity.workers)['identity.sweep']!({})
  assert.equal(await one(site.db)`select 1 from identity_users where email = ${email}`, null)
  assert.equal((await ask(address())).error, null)
})

test('requires address confirmation before sign-in when there is a mail server', async () => {
  const site = await testIdentity({ autoconfirm: false })
  const client = site.client()
  const email = address()
  const { data } = await client.auth.signUp({ email, password })
  assert.equal(data.session, null)
  assert.equal((await client.auth.signInWithPassword({ email, password })).error?.code, 'email_not_confirmed')
  const wrong = await client.auth.signInWithPassword({ email, password: 'another password' })
  assert.equal(wrong.error?.code, 'invalid_credentials')
  const [mail] = await site.deliver()
  assert.equal(mail?.to, email)
  const { data: confirmed } = await client.auth.verifyOtp({ type: 'signup', token_hash: tokenIn(mail) })
  assert.equal(confirmed.user?.id, data.user?.id)
  assert.ok((await client.auth.signInWithPassword({ email, password })).data.session)
})

test('activates the password of the confirmed registration, not one from another registration', async () => {
  const site = await testIdentity({ autoconfirm: false })
  const email = address()
  await site.client().auth.signUp({ email, password: 'the password of a stranger' })
  await site.deliver()
  site.clock.advance(61_000)
  const owner = site.client()
  await owner.auth.signUp({ email, password })
  const [mail] = await site.deliver()
  await owner.auth.verifyOtp({ type: 'signup', token_hash: tokenIn(mail) })
  assert.ok((await site.client().auth.signInWithPassword({ email, password })).data.session)
  const stranger = await site.client().auth.signInWithPassword({ email, password: 'the password of a stranger' })
  assert.equal(stranger.error?.code, 'invalid_credentials')
})

test('responds identically to sign-ups with known and unknown addresses when confirmation is required', async () => {
  const site = await testIdentity({ autoconfirm: false })
  const known = address()
  const client = site.client()
  await client.auth.signUp({ email: known, password })
  await client.auth.verifyOtp({ type: 'signup', token_hash: tokenIn((await site.deliver())[0]) })
  site.clock.advance(61_000)

  const answerFor = async (email: string) => {
    const answer = await site.call('POST', '/signup', { email, password, data: { fullName: 'X' } })
    const body = (await answer.text()).replaceAll(email, 'EMAIL').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    return [answer.status, body.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')]
  }
  assert.deepEqual(await answerFor(known), await answerFor(address()))
  const mails = await site.deliver()
  assert.deepEqual(
    mails.filter(({ to }) => to === known).map(({ subject, link }) => [subject, link]),
    [['You already have an account', undefined]],
  )
})

test('rejects all sign-ups but the first on a closed site, and reports in its public settings that sign-up is disabled', async () => {
  const site = await testIdentity({ admission: closed })
  assert.equal((await site.client().auth.signUp({ email: address(), password })).error, null)
  const { error } = await site.client().auth.signUp({ email: address(), password })
  assert.deepEqual([error?.status, error?.code], [422, 'signup_disabled'])
  assert.equal((await (await site.call('GET', '/settings')).json()).disable_signup, true)
})

test('admits only one of several concurrent first accounts on a closed site', async () => {
  const site = await testIdentity({ admission: closed })
  const signUp = () => site.client().auth.signUp({ email: address(), password })
  const outcomes = await Promise.all(Array.from({ length: 5 }, signUp))
  assert.equal(outcomes.filter(({ error }) => error === null).length, 1)
})

test('confirms only the first account whose link is opened on a closed site that sends email', async () => {
  const site = await testIdentity({ admission: closed, autoconfirm: false })
  const client = site.client()
  for (const email of [address(), address()]) assert.equal((await client.auth.signUp({ email, password })).error, null)
  const [first, second] = await site.deliver()
  const confirm = (mail: typeof first) => client.auth.verifyOtp({ type: 'signup', token_hash: tokenIn(mail) })
  assert.equal((await confirm(second)).error, null)
  assert.equal((await confirm(first)).error?.code, 'signup_disabled')
  const { error } = await client.auth.signUp({ email: address(), password })
  assert.equal(error?.code, 'signup_disabled')
})

test('grants no additional rights through any field in the body', async () => {
  const site = await testIdentity({ autoconfirm: false })
  const email = address()
  const body = {
    email,
    password,
    id: '11111111-1111-4111-8111-111111111111',
    role: 'service_role',
    aud: 'admin',
    app_metadata: { provider: 'evil', roles: ['admin'] },
    email_confirmed_at: '2020-01-01T00:00:00Z',
    confirmed_at: '2020-01-01T00:00:00Z',
    is_admin: true,
    banned_until: null,
    data: { role: 'admin', sub: 'x', email_verified: true, __proto__: { polluted: true } },
  }
  const answer = await site.call(
    'POST',
    '/signup',
    JSON.stringify(body).replace('"data":{', '"data":{"__proto__":{"p":1},'),
  )
  const user = await answer.json()
  assert.notEqual(user.id, body.id)
  assert.deepEqual([user.role, user.aud, user.email_confirmed_at], ['authenticated', 'authenticated', undefined])
  assert.deepEqual(user.app_metadata, { provider: 'email', providers: ['email'] })
  assert.deepEqual([user.user_metadata.sub, user.user_metadata.email_verified], [user.id, false])
  assert.equal(Object.hasOwn(user.user_metadata, '__proto__'), false)
})

test('reports invalid input with the protocol’s error codes', async () => {
  const site = await testIdentity()
  const refusal = async (body: unknown) => {
    const answer = await site.call('POST', '/signup', body)
    const { code, message, weak_password } = await answer.json()
    assert.equal(answer.headers.get('x-sb-error-code'), code)
    return [answer.status, code, message, ...(weak_password ? [weak_password] : [])]
  }
  const badEmail = 'Unable to validate email address: invalid format'
  assert.deepEqual(await refusal({ email: 'not an address', password }), [400, 'validation_failed', badEmail])
  assert.deepEqual(await refusal({ email: 'a@b\r\nBcc: c@d', password }), [400, 'validation_failed', badEmail])
  assert.deepEqual(await refusal({ email: `${'a'.repeat(255)}@b.co`, password }), [
    400,
    'validation_failed',
    'An email address is too long',
  ])
  assert.deepEqual(await refusal({ email: address() }), [400, 'validation_failed', 'Signup requires a valid password'])
  assert.deepEqual(await refusal({ email: address(), password: '12345' }), [
    422,
    'weak_password',
    'Password should be at least 6 characters.',
    { reasons: ['length'] },
  ])
  assert.deepEqual((await refusal({ email: ['a@b.co'], password }))[0], 400)
  assert.deepEqual((await refusal({ email: address(), password, data: { x: 'y'.repeat(5000) } }))[0], 400)
  assert.deepEqual((await refusal({ email: address(), password, data: ['a'] }))[0], 400)
  assert.deepEqual((await refusal({ email: address(), password, data: { name: 'nul \0' } }))[0], 400)
  assert.deepEqual((await refusal({ email: address(), password, data: { name: 'half \ud800' } }))[0], 400)
  assert.deepEqual(await refusal('{"email":'), [400, 'bad_json', 'Could not parse request body as JSON'])
  assert.deepEqual((await refusal('[1]'))[1], 'bad_json')
  assert.deepEqual((await refusal('['.repeat(20_000)))[1], 'bad_json')
  assert.deepEqual((await refusal(JSON.stringify({ email: 'x'.repeat(70_000) })))[0], 413)
  assert.deepEqual((await refusal({}))[1], 'anonymous_provider_disabled')
  assert.deepEqual((await refusal({ phone: '+491234', password }))[1], 'phone_provider_disabled')
})

test('returns the older error format for older API versions, and does not let responses be cached', async () => {
  const site = await testIdentity()
  const answer = await site.call('POST', '/signup', { email: 'x', password }, { 'x-supabase-api-version': '' })
  assert.deepEqual(await answer.json(), {
    code: 400,
    error_code: 'validation_failed',
    msg: 'Unable to validate email address: invalid format',
  })
  assert.equal(answer.headers.get('x-supabase-api-version'), null)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
})

test('returns 404 for paths outside the protocol, and 405 with the allowed methods for other methods', async () => {
  const site = await testIdentity()
  for (const path of ['/admin/users', '/constructor', '/__proto__', '/signup/', '/sso']) {
    assert.equal((await site.call('GET', path)).status, 404, path)
  }
  const answer = await site.call('DELETE', '/user')
  assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, PUT'])
  const form = await site.call('POST', '/signup', 'email=a@b.co', { 'content-type': 'text/plain' })
  assert.equal(form.status, 415)
})

test('accepts sign-ups with any API key, because the key is public', async () => {
  const site = await testIdentity()
  const { error } = await browserClient(site.url, 'another-key').auth.signUp({ email: address(), password })
  assert.equal(error, null)
})
