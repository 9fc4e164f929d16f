import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { signedUp, testIdentity, type TestIdentity, tokenIn, unique } from '#tests/support/identity.ts'

const newPassword = 'a quite new password'
const isAlive = async (site: TestIdentity, session: { access_token: string }) =>
  (await site.identity.identify(`Bearer ${session.access_token}`)) !== null

test('ends other sessions and invalidates emailed links when the password changes, but keeps this session', async () => {
  const site = await testIdentity()
  const { client, email, password, session, id } = await signedUp(site)
  const { data: other } = await site.client().auth.signInWithPassword({ email, password })
  const link = await site.identity.createRecoveryLink(id)
  const change = { password: newPassword, current_password: password }
  assert.equal((await client.auth.updateUser(change)).error, null)
  assert.equal(await isAlive(site, session), true)
  assert.equal(await isAlive(site, other.session!), false)
  const stale = await site.client().auth.refreshSession({ refresh_token: other.session!.refresh_token })
  assert.equal(stale.error?.code, 'refresh_token_not_found')
  const token_hash = new URL(link).searchParams.get('token_hash')!
  const { error } = await site.client().auth.verifyOtp({ type: 'recovery', token_hash })
  assert.equal(error?.code, 'otp_expired')
  assert.ok((await site.client().auth.signInWithPassword({ email, password: newPassword })).data.session)
  assert.equal((await site.client().auth.signInWithPassword({ email, password })).error?.code, 'invalid_credentials')
  assert.deepEqual(
    (await site.deliver()).map(({ to, subject }) => [to, subject]),
    [[email, 'Your password was changed']],
  )
})

test('requires the current password, and a new password that is different and strong enough', async () => {
  const site = await testIdentity()
  const { client, email, password } = await signedUp(site)
  const codeFor = async (change: object) => (await client.auth.updateUser(change)).error?.code
  assert.equal(await codeFor({ password, current_password: password }), 'same_password')
  assert.equal(await codeFor({ password: '12345' }), 'weak_password')
  assert.equal(await codeFor({ password: 'qwerty' }), 'weak_password')
  for (const current_password of [undefined, null, '', 1, [password]]) {
    assert.equal(await codeFor({ password: newPassword, current_password }), 'current_password_required')
  }
  assert.equal(await codeFor({ password: newPassword, current_password: 'wrong' }), 'current_password_invalid')
  assert.ok((await site.client().auth.signInWithPassword({ email, password })).data.session)
  assert.equal(await codeFor({ password: newPassword, current_password: password }), undefined)
})

test('requires the password to change the email address, and does not reveal which addresses are taken', async () => {
  const site = await testIdentity()
  const { client, email, password } = await signedUp(site)
  const { email: taken } = await signedUp(site)
  const codeFor = async (change: object) => (await client.auth.updateUser(change)).error?.code
  await run(site.db)`update identity_sessions set proven_at = null`
  for (const address of [`moved${unique()}@example.org`, taken]) {
    assert.equal(await codeFor({ email: address }), 'reauthentication_needed')
    assert.equal(await codeFor({ email: address, current_password: 'wrong' }), 'current_password_invalid')
  }
  assert.equal((await client.auth.getUser()).data.user?.email, email)
  assert.equal(await codeFor({ email: taken, current_password: password }), 'email_exists')
  assert.equal(await codeFor({ email, data: { city: 'Lisbon' } }), undefined)
})

test('lets a password reset link set one password within an hour, and nothing else', async () => {
  const site = await testIdentity()
  const { id } = await signedUp(site)
  async function byLink() {
    const client = site.client()
    const token_hash = new URL(await site.identity.createRecoveryLink(id)).searchParams.get('token_hash')!
    await client.auth.verifyOtp({ type: 'recovery', token_hash })
    return async (change: object) => {
      await client.auth.refreshSession()
      return (await client.auth.updateUser(change)).error?.code
    }
  }
  const codeFor = await byLink()
  const email = `moved${unique()}@example.org`
  assert.equal(await codeFor({ email }), 'reauthentication_needed')
  assert.equal(await codeFor({ email, password: newPassword }), 'reauthentication_needed')
  assert.equal(await codeFor({ password: newPassword, current_password: 'wrong' }), 'current_password_invalid')
  assert.equal(await codeFor({ password: newPassword }), undefined)
  assert.equal(await codeFor({ password: 'yet another one' }), 'current_password_required')
  assert.equal(await codeFor({ password: 'yet another one', current_password: newPassword }), undefined)
  const codeForSlow = await byLink()
  site.clock.advance(1_800_000)
  assert.equal(await codeForSlow({ password: 'just in time' }), undefined)
  const codeForTooSlow = await byLink()
  site.clock.advance(3_600_000)
  assert.equal(await codeForTooSlow({ password: 'too late' }), 'reauthentication_needed')
})

test('limits password guesses within a session, without blocking the owner from signing in', async () => {
  const site = await testIdentity()
  const { client, email, password } = await signedUp(site)
  const guess = () => client.auth.updateUser({ password: newPassword, current_password: 'a guess' })
  for (let time = 0; time < 10; time++) assert.equal((await guess()).error?.code, 'current_password_invalid')
  assert.equal((await guess()).error?.code, 'over_request_rate_limit')
  assert.equal((await site.client().auth.signInWithPassword({ email, password })).error, null)
})

test('merges metadata, removes null values, and limits the size', async () => {
  const site = await testIdentity()
  const { client } = await signedUp(site, { fullName: 'Alice', color: 'red' })
  const { data } = await client.auth.updateUser({ data: { color: null, city: 'Lisbon' } })
  const { fullName, color, city } = data.user!.user_metadata
  assert.deepEqual([fullName, color, city], ['Alice', undefined, 'Lisbon'])
  assert.equal((await client.auth.updateUser({ data: { x: 'y'.repeat(4096) } })).error?.status, 400)
  const { data: refreshed } = await client.auth.refreshSession()
  assert.equal(
    (await client.auth.getClaims(refreshed.session!.access_token)).data?.claims.user_metadata?.city,
    'Lisbon',
  )
})

test('does not let users change their own role', async () => {
  const site = await testIdentity()
  const { session, id } = await signedUp(site)
  const headers = { authorization: `Bearer ${session.access_token}` }
  const admin = await site.call('PUT', '/user', { app_metadata: { role: 'admin' } }, headers)
  assert.deepEqual([admin.status, (await admin.json()).code], [403, 'not_admin'])
  const body = {
    id: 'x',
    role: 'service_role',
    email_confirmed_at: null,
    banned_until: 'x',
    created_at: 'x',
    data: { sub: 'x' },
  }
  const answer = await (await site.call('PUT', '/user', body, headers)).json()
  assert.deepEqual([answer.id, answer.role, answer.user_metadata.sub], [id, 'authenticated', id])
})

test('changes the email address immediately without a mail server, and notifies the old address', async () => {
  const site = await testIdentity()
  const { client, email, password, session } = await signedUp(site)
  const address = `moved${unique()}@example.org`
  const { data } = await client.auth.updateUser({ email: address, current_password: password })
  assert.equal(data.user?.email, address)
  assert.equal((await site.identity.identify(`Bearer ${session.access_token}`))?.email, address)
  assert.deepEqual(
    (await site.deliver()).map(({ to, subject }) => [to, subject]),
    [[email, 'Your email address was changed']],
  )
})

test('rejects an address that belongs to another account, even for concurrent requests', async () => {
  const site = await testIdentity()
  const [alice, bob] = [await signedUp(site), await signedUp(site)]
  const { error } = await bob.client.auth.updateUser({ email: alice.email, current_password: bob.password })
  assert.deepEqual([error?.status, error?.code], [422, 'email_exists'])
  const email = `wanted${unique()}@example.org`
  const both = await Promise.all(
    [alice, bob].map(({ client, password }) => client.auth.updateUser({ email, current_password: password })),
  )
  assert.deepEqual(both.map(({ error }) => error?.code ?? 'ok').sort(), ['email_exists', 'ok'])
})

/** A registered user with a confirmed address, on a site with a mail server. */
async function confirmed(site: TestIdentity) {
  const client = site.client()
  const email = `person${unique()}@example.org`
  const password = 'correct horse battery'
  await client.auth.signUp({ email, password })
  const { data } = await client.auth.verifyOtp({ type: 'signup', token_hash: tokenIn((await site.deliver())[0]) })
  const change = (what: object) => client.auth.updateUser({ ...what, current_password: password })
  return { client, email, session: data.session!, change }
}

test('requires confirmation from both mailboxes, in any order, when there is a mail server', async () => {
  const site = await testIdentity({ autoconfirm: false })
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { client, email, change } = await confirmed(site)
    const address = `moved${unique()}@example.org`
    const { data } = await change({ email: address })
    assert.deepEqual([data.user?.email, data.user?.new_email], [email, address])
    const mails = await site.deliver()
    assert.deepEqual(
      mails.map(({ to }) => to),
      [email, address],
    )
    assert.ok(mails[0]!.after?.includes(`change your password at ${site.url}/settings/account`))
    const [first, second] = order.map((index) => tokenIn(mails[index])) as [string, string]

    const half = await client.auth.verifyOtp({ type: 'email_change', token_hash: first })
    assert.deepEqual([half.error, half.data.session], [null, null])
    assert.equal((await client.auth.getUser()).data.user?.email, email)
    const again = await client.auth.verifyOtp({ type: 'email_change', token_hash: first })
    assert.equal(again.error?.code, 'otp_expired')

    const whole = await client.auth.verifyOtp({ type: 'email_change', token_hash: second })
    assert.deepEqual([whole.data.user?.email, whole.data.user?.new_email], [address, undefined])
    assert.deepEqual(
      (await site.deliver()).map(({ to, subject }) => [to, subject]),
      [
        [email, 'Your email address was changed'],
        [address, 'New sign-in on Test site: Unknown device'], // this client keeps no cookies
      ],
    )
  }
})

test('does not count a confirmation of an earlier address change toward a later one', async () => {
  const site = await testIdentity({ autoconfirm: false })
  const { client, email, change } = await confirmed(site)
  await change({ email: `first${unique()}@example.org` })
  const [current] = await site.deliver()
  await client.auth.verifyOtp({ type: 'email_change', token_hash: tokenIn(current) })
  await change({ email: `second${unique()}@example.org` })
  const [, later] = await site.deliver()
  const { data } = await client.auth.verifyOtp({ type: 'email_change', token_hash: tokenIn(later) })
  assert.equal(data.session, null)
  assert.equal((await client.auth.getUser()).data.user?.email, email)
})

test('immediately invalidates the links for a replaced or completed address change', async () => {
  const site = await testIdentity({ autoconfirm: false })
  const { client, email, change } = await confirmed(site)
  await change({ email: `first${unique()}@example.org` })
  const [, toFirst] = await site.deliver()
  await change({ email: `second${unique()}@example.org` })
  const early = await client.auth.verifyOtp({ type: 'email_change', token_hash: tokenIn(toFirst) })
  assert.equal(early.error?.code, 'otp_expired')
  site.clock.advance(61_000)
  await client.auth.resetPasswordForEmail(email)
  const mails = await site.deliver()
  const tokenOf = (type: string) => mails.filter(({ link }) => link?.includes(`type=${type}`)).map(tokenIn)
  for (const token_hash of tokenOf('email_change')) await client.auth.verifyOtp({ type: 'email_change', token_hash })
  const stale = await client.auth.verifyOtp({ type: 'recovery', token_hash: tokenOf('recovery')[0]! })
  assert.equal(stale.error?.code, 'otp_expired')
})

test('never stores passwords or tokens in plain text in the database, the queue, or the log', async () => {
  const site = await testIdentity({ autoconfirm: false })
  const { client, email, session, change } = await confirmed(site)
  const secret = 'unmistakable-passphrase'
  await change({ password: secret })
  await client.auth.signInWithPassword({ email, password: 'a wrong passphrase' })
  site.clock.advance(61_000)
  await client.auth.resetPasswordForEmail(email)
  const queue = await one<{ dump: string }>(site.db)`
    select coalesce(string_agg(jobs::text, ' '), '') as dump from graphile_worker._private_jobs jobs`
  const mails = await site.deliver()
  const tables = await one<{ dump: string }>(site.db)`
    select concat_ws(' ', query_to_xml('table identity_users', true, false, ''),
      query_to_xml('table identity_sessions', true, false, ''), query_to_xml('table identity_tokens', true, false, ''),
      query_to_xml('table mail_outbox', true, false, '')) as dump`
  const everything = [queue!.dump, tables!.dump, ...site.lines].join('\n')
  assert.match(tables!.dump, /argon2id/)
  const tokens = mails.filter(({ link }) => link).map(tokenIn)
  assert.equal(tokens.length, 1)
  for (const hidden of [
    secret,
    'a wrong passphrase',
    'correct horse',
    session.access_token,
    session.refresh_token,
    ...tokens,
  ]) {
    assert.equal(everything.includes(hidden), false)
    assert.equal(everything.includes(Buffer.from(hidden).toString('base64')), false)
    assert.equal(everything.includes(Buffer.from(hidden, 'base64url').toString('hex')), false)
  }
})
