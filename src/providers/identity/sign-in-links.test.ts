import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { testIdentity, type TestIdentity, tokenIn, unique, withApp } from '#tests/support/identity.ts'

const password = 'correct horse battery'

/** A site that sends email, and a member who has confirmed their address. */
async function siteWithMember() {
  const site = await testIdentity({ autoconfirm: false })
  const email = `person${unique()}@example.org`
  const client = site.client()
  await client.auth.signUp({ email, password })
  const { data } = await client.auth.verifyOtp({ type: 'signup', token_hash: tokenIn((await site.deliver())[0]) })
  return { ...site, email, id: data.user!.id }
}

/** Requests a link as the sign-in page does. @returns the emails that were sent */
async function linkMails(site: TestIdentity, email: string, emailRedirectTo = site.url) {
  site.clock.advance(61_000)
  const { error } = await site
    .client()
    .auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo } })
  assert.equal(error, null)
  return site.deliver()
}
const redeem = (
  site: TestIdentity,
  token_hash: string,
  type: 'magiclink' | 'email' | 'signup' | 'recovery' = 'magiclink',
) => site.client().auth.verifyOtp({ type, token_hash })
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code
const linkRequest = (email: string) => ({ email, create_user: false })

test('emails a member a link that signs them in once', async () => {
  const site = await siteWithMember()
  const [mail, ...others] = await linkMails(site, site.email.toUpperCase(), `${site.url}/settings`)
  assert.deepEqual([mail!.to, mail!.subject, others.length], [site.email, 'Your sign-in link', 0])
  const link = new URL(mail!.link!)
  assert.deepEqual([link.origin, link.pathname], [site.url, '/auth'])
  assert.deepEqual([link.searchParams.get('type'), link.searchParams.get('next')], ['magiclink', '/settings'])
  const { data } = await redeem(site, tokenIn(mail))
  assert.deepEqual([data.user?.id, data.session?.user.email], [site.id, site.email])
  assert.equal((await redeem(site, tokenIn(mail))).error?.code, 'otp_expired')
})

test('accepts only the newest link, and only for 15 minutes', async () => {
  const site = await siteWithMember()
  const [first] = await linkMails(site, site.email)
  const [second] = await linkMails(site, site.email)
  assert.equal((await redeem(site, tokenIn(first))).error?.code, 'otp_expired')
  site.clock.advance(15 * 60_000 - 5000)
  assert.ok((await redeem(site, tokenIn(second), 'email')).data.session)
  const third = (await linkMails(site, site.email)).find(({ link }) => link)
  site.clock.advance(15 * 60_000)
  assert.equal((await redeem(site, tokenIn(third))).error?.code, 'otp_expired')
})

test('does not accept a sign-in link for another purpose, nor another link for signing in', async () => {
  const site = await siteWithMember()
  const [link] = await linkMails(site, site.email)
  for (const type of ['recovery', 'signup'] as const)
    assert.equal((await redeem(site, tokenIn(link), type)).error?.code, 'otp_expired')
  site.clock.advance(61_000)
  await site.client().auth.resetPasswordForEmail(site.email)
  const [reset] = await site.deliver()
  assert.equal((await redeem(site, tokenIn(reset))).error?.code, 'otp_expired')
  assert.ok((await redeem(site, tokenIn(link))).data.session)
})

test('accepts only one of several concurrent uses of a link', async () => {
  const site = await siteWithMember()
  const [mail] = await linkMails(site, site.email)
  const body = { type: 'magiclink', token_hash: tokenIn(mail) }
  const answers = await Promise.all([1, 2, 3].map(() => site.call('POST', '/verify', body)))
  assert.deepEqual(answers.map(({ status }) => String(status)).sort(), ['200', '403', '403'])
})

test('responds identically for known and unknown addresses, including rate limits', async () => {
  const site = await siteWithMember()
  const unknown = `nobody${unique()}@example.org`
  site.clock.advance(61_000)
  for (const email of [site.email, unknown]) {
    const answer = await site.call('POST', '/otp', linkRequest(email))
    assert.deepEqual([answer.status, await answer.text()], [200, '{}'])
    const soon = await site.call('POST', '/otp', linkRequest(email))
    assert.deepEqual([soon.status, await codeOf(soon)], [429, 'over_email_send_rate_limit'])
  }
  assert.deepEqual(
    (await site.deliver()).map(({ to }) => to),
    [site.email],
  )
  assert.deepEqual(await many(site.db)`select from identity_users where email = ${unknown}`, [])
})

test('counts sign-in links and password resets toward the same limits', async () => {
  const site = await siteWithMember()
  site.clock.advance(61_000)
  assert.equal((await site.call('POST', '/recover', { email: site.email })).status, 200)
  assert.equal((await site.call('POST', '/otp', linkRequest(site.email))).status, 429)
})

test('never creates an account', async () => {
  const site = await testIdentity({ autoconfirm: false })
  const email = `nobody${unique()}@example.org`
  for (const body of [{ email }, { email, create_user: true }, { email, create_user: 'false' }])
    assert.equal(await codeOf(await site.call('POST', '/otp', body)), 'otp_disabled')
  assert.equal(await codeOf(await site.call('POST', '/otp', { phone: '123' })), 'phone_provider_disabled')
  assert.deepEqual(await site.deliver(), [])
})

test('sends no sign-in links on sites without a mail server, where addresses are not verified', async () => {
  const site = await testIdentity()
  const answer = await site.call('POST', '/otp', linkRequest('alice@example.org'))
  assert.deepEqual([answer.status, await codeOf(answer)], [422, 'email_provider_disabled'])
})

test('asks for the second factor after the link', async () => {
  const site = await siteWithMember()
  const member = site.client()
  await member.auth.signInWithPassword({ email: site.email, password })
  const app = await withApp(member, site.clock)
  await site.deliver()
  const [mail] = await linkMails(site, site.email)
  const client = site.client()
  const { data } = await client.auth.verifyOtp({ type: 'magiclink', token_hash: tokenIn(mail) })
  const bearer = (token: string) => `Bearer ${token}`
  await assert.rejects(
    site.identity.identify(bearer(data.session!.access_token)),
    /Enter the code from your authenticator app/,
  )
  const code = { factorId: app.id, code: app.code(0) }
  const second = await client.auth.mfa.challengeAndVerify(code)
  assert.equal(second.error, null)
  assert.equal((await site.identity.identify(bearer(second.data.access_token)))?.subject, site.id)
})

test('does not sign in suspended members', async () => {
  const site = await siteWithMember()
  const [mail] = await linkMails(site, site.email)
  await site.identity.ban(site.id, new Date(site.clock.now() + 3_600_000))
  const { error } = await redeem(site, tokenIn(mail))
  assert.deepEqual([error?.code, error?.status], ['user_banned', 403])
})

test('does not count as recent authentication for changing credentials', async () => {
  const site = await siteWithMember()
  const [mail] = await linkMails(site, site.email)
  const client = site.client()
  await client.auth.verifyOtp({ type: 'magiclink', token_hash: tokenIn(mail) })
  const { error } = await client.auth.updateUser({ password: 'a quite new password' })
  assert.equal(error?.code, 'reauthentication_needed')
})

test('invalidates the link when the password is changed', async () => {
  const site = await siteWithMember()
  const [mail] = await linkMails(site, site.email)
  await site.identity.setPassword(site.id, 'a quite new password')
  assert.equal((await redeem(site, tokenIn(mail))).error?.code, 'otp_expired')
})

test('sends a confirmation link for an unconfirmed address', async () => {
  const site = await testIdentity({ autoconfirm: false })
  const email = `person${unique()}@example.org`
  await site.client().auth.signUp({ email, password })
  await site.deliver()
  const [mail] = await linkMails(site, email)
  assert.deepEqual(
    [mail!.subject, new URL(mail!.link!).searchParams.get('type')],
    ['Confirm your email address', 'signup'],
  )
})

test('sends a password reset link to members with a temporary password', async () => {
  const site = await siteWithMember()
  await site.identity.setPassword(site.id, 'a temporary password', { isTemporary: true })
  await site.deliver()
  const [mail] = await linkMails(site, site.email)
  assert.equal(new URL(mail!.link!).searchParams.get('type'), 'recovery')
})

test('notifies members of a sign-in with a link on a new device', async () => {
  const site = await siteWithMember()
  site.clock.advance(2 * 86_400_000)
  const [mail] = await linkMails(site, site.email)
  await redeem(site, tokenIn(mail))
  const [notice] = await site.deliver()
  assert.match(notice!.subject, /^New sign-in on Test site/)
  assert.match(notice!.text, /on a new device with a link from an email/)
})
