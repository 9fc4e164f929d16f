import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, one } from '#kernel/db.ts'
import { signedUp, testIdentity, type TestIdentity, tokenIn, unique } from '#tests/support/identity.ts'

async function recoveryMail(site: TestIdentity, email: string) {
  site.clock.advance(61_000)
  await site.client().auth.resetPasswordForEmail(email)
  return (await site.deliver()).find(({ link }) => link)!
}
const codeOf = async (answer: Response) => (await answer.json()).code

test('sends a user who forgot their password a link that works once and sets a new password', async () => {
  const site = await testIdentity()
  const { email, id } = await signedUp(site)
  const mail = await recoveryMail(site, email.toUpperCase())
  assert.deepEqual([mail.to, mail.subject], [email, 'Set a new password'])
  const client = site.client()
  const events: string[] = []
  client.auth.onAuthStateChange((event) => void events.push(event))
  const { data } = await client.auth.verifyOtp({ type: 'recovery', token_hash: tokenIn(mail) })
  assert.equal(data.user?.id, id)
  assert.ok(events.includes('PASSWORD_RECOVERY') || events.includes('SIGNED_IN'))
  assert.equal((await client.auth.updateUser({ password: 'a quite new password' })).error, null)
  assert.ok((await site.client().auth.signInWithPassword({ email, password: 'a quite new password' })).data.session)
})

test('accepts only the newest link, only once, only for its purpose, and only until it expires', async () => {
  const site = await testIdentity()
  const { client, email } = await signedUp(site)
  const codeFor = async (type: 'recovery' | 'signup' | 'email_change', token_hash: string) =>
    (await client.auth.verifyOtp({ type, token_hash })).error?.code
  const first = tokenIn(await recoveryMail(site, email))
  assert.equal(await codeFor('signup', first), 'otp_expired')
  assert.equal(await codeFor('email_change', first), 'otp_expired')
  const second = tokenIn(await recoveryMail(site, email))
  assert.equal(await codeFor('recovery', first), 'otp_expired')
  assert.equal(await codeFor('recovery', second), undefined)
  assert.equal(await codeFor('recovery', second), 'otp_expired')
  const third = tokenIn(await recoveryMail(site, email))
  site.clock.advance(10 * 60_000)
  assert.equal(await codeFor('recovery', third), 'otp_expired')
})

test('accepts only one of several concurrent uses of a link', async () => {
  const site = await testIdentity()
  const { email } = await signedUp(site)
  const token_hash = tokenIn(await recoveryMail(site, email))
  const both = await Promise.all([1, 2, 3].map(() => site.call('POST', '/verify', { type: 'recovery', token_hash })))
  assert.deepEqual(both.map(({ status }) => String(status)).sort(), ['200', '403', '403'])
})

test('stores only the hash of the token', async () => {
  const site = await testIdentity()
  const { email } = await signedUp(site)
  const token = tokenIn(await recoveryMail(site, email))
  assert.match(token, /^[\w-]{43}$/)
  const row = await one<{ hash: Buffer }>(site.db)`select hash from identity_tokens`
  assert.equal(row!.hash.length, 32)
  assert.notDeepEqual(row!.hash, Buffer.from(token, 'base64url'))
})

test('does not use up a link when a mail scanner follows it', async () => {
  const site = await testIdentity()
  const { client, email } = await signedUp(site)
  const token = tokenIn(await recoveryMail(site, email))
  const visit = await site.call('GET', `/verify?token=${token}&type=recovery&redirect_to=${site.url}/settings`)
  assert.equal(visit.status, 303)
  assert.equal(visit.headers.get('location'), `${site.url}/auth?type=recovery&token_hash=${token}&next=%2Fsettings`)
  assert.equal(visit.headers.get('referrer-policy'), 'no-referrer')
  assert.ok((await client.auth.verifyOtp({ type: 'recovery', token_hash: token })).data.session)
})

test('ignores a forged Host header when composing the email', async () => {
  const site = await testIdentity({ siteUrl: 'https://site.example' })
  const { email } = await signedUp(site)
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', forwarded: 'host=evil.example' }
  site.clock.advance(61_000)
  await site.call('POST', '/recover?redirect_to=https://evil.example/', { email }, headers)
  const [mail] = await site.deliver()
  assert.match(mail!.link!, /^https:\/\/site\.example\/auth\?type=recovery&token_hash=[\w-]{43}$/)
})

test('redirects from an emailed link only to paths on this site', async () => {
  const site = await testIdentity({ rateLimits: false })
  const { email } = await signedUp(site)
  const nextFor = async (redirectTo: string) => {
    await site.client().auth.resetPasswordForEmail(email, { redirectTo })
    return new URL((await site.deliver())[0]!.link!).searchParams.get('next')
  }
  assert.equal(await nextFor(`${site.url}/settings?tab=2`), '/settings?tab=2')
  for (const evil of ['//evil.example', '/\\evil.example', 'javascript:alert(1)', `${site.url}@evil.example/x`]) {
    assert.equal(await nextFor(evil), null, evil)
  }
})

test('responds to recovery and resend requests identically for known and unknown addresses, including rate limits', async () => {
  const site = await testIdentity({ autoconfirm: false })
  const known = `person${unique()}@example.org`
  await site.client().auth.signUp({ email: known, password: 'correct horse battery' })
  await site.client().auth.verifyOtp({ type: 'signup', token_hash: tokenIn((await site.deliver())[0]) })
  site.clock.advance(61_000)
  const unknown = `nobody${unique()}@example.org`
  for (const [path, more] of [
    ['/recover', {}],
    ['/resend', { type: 'signup' }],
    ['/resend', { type: 'email_change' }],
  ] as const) {
    site.clock.advance(3_600_000)
    const ask = (email: string) => site.call('POST', path, { email, ...more })
    const [one, other] = [await ask(known), await ask(unknown)]
    assert.deepEqual([one.status, await one.text()], [200, '{}'])
    assert.deepEqual([other.status, await other.text()], [200, '{}'])
    const [soon, also] = [await ask(known), await ask(unknown)]
    assert.deepEqual([soon.status, also.status], [429, 429])
    const { code, message } = await soon.json()
    assert.equal(code, 'over_email_send_rate_limit')
    assert.match(message, /^For security purposes, you can only request this after \d+ seconds\.$/)
    assert.ok(Number(also.headers.get('retry-after')) <= 60)
  }
  assert.deepEqual([...new Set((await site.deliver()).map(({ to }) => to))], [known])
})

test('sends at most four emails per hour to one address', async () => {
  const site = await testIdentity()
  const email = `nobody${unique()}@example.org`
  const statuses: number[] = []
  for (let count = 0; count < 5; count++) {
    site.clock.advance(61_000)
    statuses.push((await site.call('POST', '/recover', { email })).status)
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 429])
})

test('asks users who forgot their password to confirm an unconfirmed address first', async () => {
  const site = await testIdentity({ autoconfirm: false })
  const email = `person${unique()}@example.org`
  await site.client().auth.signUp({ email, password: 'correct horse battery' })
  await site.deliver()
  const mail = await recoveryMail(site, email)
  assert.equal(new URL(mail.link!).searchParams.get('type'), 'signup')
  assert.ok((await site.client().auth.verifyOtp({ type: 'signup', token_hash: tokenIn(mail) })).data.session)
  assert.deepEqual(await many(site.db)`select count(*) from identity_users where email = ${email}`, [{ count: 1 }])
})

test('neither sends nor accepts codes to type in, and rejects invalid input', async () => {
  const site = await testIdentity()
  const { email, session } = await signedUp(site)
  const typed = await site.client().auth.verifyOtp({ type: 'recovery', email, token: '123456' })
  assert.deepEqual([typed.error?.code, typed.error?.message], ['otp_expired', 'Token has expired or is invalid'])
  for (const body of [
    {},
    { type: 'recovery' },
    { type: 'recovery', token: 'a', token_hash: 'b' },
    { type: ['recovery'] },
  ]) {
    assert.equal((await site.call('POST', '/verify', body)).status, 400)
  }
  for (const type of ['constructor', 'magiclink', 'invite', '__proto__']) {
    assert.equal((await site.call('POST', '/verify', { type, token_hash: 'x' })).status, 403)
  }
  assert.equal(await codeOf(await site.call('POST', '/resend', { type: 'sms', email })), 'validation_failed')
  assert.equal((await site.call('GET', '/reauthenticate')).status, 401)
  const headers = { authorization: `Bearer ${session.access_token}` }
  assert.equal((await site.call('GET', '/reauthenticate', undefined, headers)).status, 200)
})
