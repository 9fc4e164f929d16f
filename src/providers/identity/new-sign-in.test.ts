import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
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

test('says that a second factor is still needed, and reports recovery codes that were used', async () => {
  const site = await confirmedMember()
  const client = site.client()
  await client.auth.signInWithPassword({ email: site.email, password })
  await withApp(client, site.clock)
  const { data } = await client.auth.mfa.recoveryCodes.generate()
  await site.deliver()
  const { access_token: token } = (await (await site.signIn()).json()) as { access_token: string }
  const [mail] = await site.deliver()
  assert.match(mail!.text, /entered the password for your account @vera .* can only sign in with your second factor/)
  const headers = { authorization: `Bearer ${token}` }
  const used = await site.call('POST', '/factors/recovery-codes/verify', { code: data!.codes[0] }, headers)
  assert.equal(used.status, 200)
  const [notice] = await site.deliver()
  assert.equal(notice!.subject, 'A recovery code was used to sign in')
  assert.match(notice!.text, /If this wasn’t you/)
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
