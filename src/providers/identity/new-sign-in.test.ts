import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { signInAt, siteWithProviders } from '#tests/support/external-sign-in.ts'
import { testIdentity, tokenIn, unique, withApp } from '#tests/support/identity.ts'

const password = 'correct horse battery'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** A site that sends email, and a member who has confirmed their address in their browser. */
async function confirmedMember() {
  const site = await testIdentity({ autoconfirm: false, memberNames: async () => ['vera', 'Vera Visitor'] })
  const email = `person${unique()}@example.org`
  await site.call('POST', '/signup', { email, password })
  const [mail] = await site.deliver()
  const confirmed = await site.call('POST', '/verify', { type: 'signup', token_hash: tokenIn(mail) })
  assert.equal(confirmed.status, 200)
  const signIn = (cookie?: string) =>
    site.call(
      'POST',
      '/token?grant_type=password',
      { email, password },
      {
        'user-agent': firefox,
        'x-test-ip': '203.0.113.77',
        ...(cookie !== undefined && { cookie }),
      },
    )
  return { ...site, email, signIn, ownBrowser: cookieIn(confirmed) }
}

const cookieIn = (response: Response) => response.headers.get('set-cookie')!.split(';', 1)[0]!

test('emails members about sign-ins from new devices only, and says what to do', async () => {
  const site = await confirmedMember()
  assert.equal((await site.signIn(site.ownBrowser)).status, 200)
  assert.deepEqual(await site.deliver(), [])
  const elsewhere = await site.signIn()
  const [mail, ...others] = await site.deliver()
  assert.deepEqual(
    [mail!.to, mail!.subject, others.length],
    [site.email, 'New sign-in on Test site: Firefox on Linux', 0],
  )
  assert.match(mail!.text, /Someone signed in to your account @vera at http/)
  assert.match(mail!.text, /Device: Firefox on Linux\nNetwork: 203\.0\.113\.0\nTime: \w+ \d+, 20\d\d.*\(UTC\)/)
  assert.match(mail!.text, /If this wasn’t you, change your password immediately at http\S+\/settings\/account/)
  assert.doesNotMatch(mail!.text, /203\.0\.113\.77/)
  await site.signIn(cookieIn(elsewhere))
  assert.deepEqual(await site.deliver(), [])
})

/** Adds an authenticator app to the member's account. Returns a function that enters a code on another device. */
async function withSecondFactor(site: Awaited<ReturnType<typeof confirmedMember>>) {
  const client = site.client()
  await client.auth.signInWithPassword({ email: site.email, password })
  const app = await withApp(client, site.clock)
  const { data } = await client.auth.mfa.recoveryCodes.generate()
  await site.deliver()
  const verify = (token: string, path: string, body: object) =>
    site.call('POST', `/factors/${path}`, body, { authorization: `Bearer ${token}`, 'user-agent': firefox })
  async function enterCode(token: string, code: string) {
    const challenge = (await (await verify(token, `${app.id}/challenge`, {})).json()) as { id: string }
    return verify(token, `${app.id}/verify`, { challenge_id: challenge.id, code })
  }
  const enterRecoveryCode = (token: string) => verify(token, 'recovery-codes/verify', { code: data!.codes[0] })
  return { app, enterCode, enterRecoveryCode }
}

const tokenFrom = async (response: Response) => ((await response.json()) as { access_token: string }).access_token

test('emails members with a second factor once they have signed in with it, and only then', async () => {
  const site = await confirmedMember()
  const { app, enterCode } = await withSecondFactor(site)
  const token = await tokenFrom(await site.signIn())
  assert.equal((await enterCode(token, '000000')).status, 422)
  assert.deepEqual(await site.deliver(), [])
  site.clock.advance(30_000)
  const completed = await enterCode(token, app.code(0))
  assert.equal(completed.status, 200)
  const mails = await site.deliver()
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['New sign-in on Test site: Firefox on Linux'],
  )
  assert.match(mails[0]!.text, /Someone signed in to your account @vera at \S+ on a new device\./)

  const again = await tokenFrom(await site.signIn(cookieIn(completed)))
  site.clock.advance(30_000)
  const headers = { authorization: `Bearer ${again}`, cookie: cookieIn(completed) }
  const challenge = await site.call('POST', `/factors/${app.id}/challenge`, {}, headers)
  const { id } = (await challenge.json()) as { id: string }
  const body = { challenge_id: id, code: app.code(0) }
  assert.equal((await site.call('POST', `/factors/${app.id}/verify`, body, headers)).status, 200)
  assert.deepEqual(await site.deliver(), [])
})

test('sends only the email about the recovery code after a sign-in with one', async () => {
  const site = await confirmedMember()
  const { enterRecoveryCode } = await withSecondFactor(site)
  const used = await enterRecoveryCode(await tokenFrom(await site.signIn()))
  assert.equal(used.status, 200)
  const [notice, ...others] = await site.deliver()
  assert.deepEqual([notice!.subject, others.length], ['A recovery code was used to sign in', 0])
  assert.match(notice!.text, /If this wasn’t you/)
})

test('says that someone signed in with a password reset link, and sends no second sign-in email once the new password is set', async () => {
  const site = await confirmedMember()
  site.clock.advance(61_000)
  await site.call('POST', '/recover', { email: site.email })
  const body = { type: 'recovery', token_hash: tokenIn((await site.deliver())[0]) }
  const reset = await site.call('POST', '/verify', body, { 'user-agent': firefox })
  const [mail, ...others] = await site.deliver()
  assert.equal(others.length, 0)
  assert.match(mail!.text, /signed in to your account @vera at \S+ on a new device with a password reset link\./)
  const headers = { authorization: `Bearer ${await tokenFrom(reset.clone())}` }
  assert.equal((await site.call('PUT', '/user', { password: 'a different horse battery' }, headers)).status, 200)
  assert.deepEqual(
    (await site.deliver()).map(({ subject }) => subject),
    ['Your password was changed'],
  )
})

test('tells members to check their connected accounts after a sign-in with one and after a password change', async () => {
  const site = await siteWithProviders({ autoconfirm: false })
  const { browser } = await signInAt(site)
  await signInAt(site)
  assert.equal((await browser.auth.updateUser({ password })).error, null)
  const mails = await site.deliver()
  assert.deepEqual(
    mails.map(({ subject }) => subject.replace(/:.*/, '')),
    ['New sign-in on Test site', 'Your password was changed'],
  )
  const advice = `If this wasn’t you, disconnect accounts you don’t recognize at ${site.url}/settings/account and change your password.`
  for (const { text } of mails) assert.ok(text.includes(advice), text)
})

test('emails the owner of an old account even if no device is known', async () => {
  const site = await confirmedMember()
  site.clock.advance(500 * 86_400_000)
  await run(site.db)`delete from identity_devices`
  await site.signIn()
  assert.equal((await site.deliver()).length, 1)
})

test('sends nothing if the site has no mail server', async () => {
  const site = await testIdentity()
  const email = `person${unique()}@example.org`
  await site.call('POST', '/signup', { email, password })
  for (let time = 0; time < 2; time++) await site.call('POST', '/token?grant_type=password', { email, password })
  assert.deepEqual(await site.deliver(), [])
})
