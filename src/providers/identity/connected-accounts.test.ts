import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import {
  confirmAt,
  connectAt,
  type ExternalSite,
  returnFrom,
  signInAt,
  siteWithProviders,
  startConnecting,
} from '#tests/support/external-sign-in.ts'
import { unique } from '#tests/support/identity.ts'

const password = 'correct horse battery'

/** Registers a member with a password, in a browser. */
async function member(site: ExternalSite) {
  const browser = site.browser()
  const email = `person${unique()}@example.org`
  const { data, error } = await browser.auth.signUp({ email, password })
  assert.equal(error, null)
  return { browser, email, id: data.user!.id }
}

const disconnect = async (browser: Awaited<ReturnType<typeof member>>['browser'], provider = 'github') => {
  const { data } = await browser.auth.getUserIdentities()
  return (await browser.auth.unlinkIdentity(data!.identities.find((one) => one.provider === provider)!)).error
}

test('connects an account, which then signs in its member, and keeps the session', async () => {
  const site = await siteWithProviders()
  const alice = await member(site)
  const { data: before } = await alice.browser.auth.getSession()
  assert.equal(await connectAt(site, alice.browser), null)
  const { data: after } = await alice.browser.auth.getSession()
  assert.equal(after.session?.refresh_token, before.session?.refresh_token)
  assert.equal((await alice.browser.auth.refreshSession()).error, null)
  assert.deepEqual(after.session?.user.app_metadata, { provider: 'email', providers: ['email', 'github'] })
  assert.equal((await signInAt(site)).user?.id, alice.id)
  assert.equal(await connectAt(site, alice.browser), null) // again
  const subjects = (await site.deliver()).map(({ to, subject }) => [to, subject])
  assert.deepEqual(subjects, [[alice.email, 'Your GitHub account was connected']])
})

test('does not connect an account that another member has connected, nor a second one of the same provider', async () => {
  const site = await siteWithProviders()
  const [alice, bob] = [await member(site), await member(site)]
  await connectAt(site, alice.browser)
  assert.equal((await connectAt(site, bob.browser))?.code, 'identity_already_exists')
  assert.equal((await signInAt(site)).user?.id, alice.id)
  site.newPerson()
  assert.equal((await connectAt(site, alice.browser))?.code, 'identity_already_exists')
})

test('requires recent authentication to connect and to disconnect', async () => {
  const site = await siteWithProviders()
  const { browser } = await member(site)
  await connectAt(site, browser)
  site.clock.advance(10 * 60_000)
  assert.equal((await startConnecting(site, browser, 'custom:oidc')).error?.code, 'reauthentication_needed')
  assert.equal((await disconnect(browser))?.code, 'reauthentication_needed')
})

test('connects only in the browser that asked to, so that no one can give someone else their account', async () => {
  const site = await siteWithProviders()
  const [mallory, victim] = [await member(site), await member(site)]
  // The victim, signed in at GitHub, opens the URL that Mallory has requested.
  const { url } = await startConnecting(site, mallory.browser)
  const code = (await returnFrom(url)).searchParams.get('code')!
  assert.ok((await victim.browser.auth.exchangeCodeForSession(code)).error)
  assert.deepEqual(await many(site.db)`select from identity_connected_accounts`, [])
})

test('does not connect an account after the session has ended', async () => {
  const site = await siteWithProviders()
  const { browser } = await member(site)
  const { url } = await startConnecting(site, browser)
  const code = (await returnFrom(url)).searchParams.get('code')!
  const verifier = [...browser.storage].find(([key]) => key.endsWith('code-verifier'))![1]
  await browser.auth.signOut()
  const response = await site.call('POST', '/token?grant_type=pkce', {
    auth_code: code,
    code_verifier: (JSON.parse(verifier) as string).split('/')[0],
  })
  assert.equal(response.status, 404)
})

test('disconnects an account and ends the sessions that it started, but never removes the last way to sign in', async () => {
  const site = await siteWithProviders()
  const { browser, user } = await signInAt(site)
  const elsewhere = await signInAt(site)
  assert.equal((await disconnect(browser))?.code, 'single_identity_not_deletable')
  // Members without a password have just proven who they are by signing in at the provider.
  assert.equal((await browser.auth.updateUser({ password })).error, null)
  const { data } = await site.client().auth.signInWithPassword({ email: user!.email!, password })
  assert.equal(data.user?.id, user?.id)
  const again = await signInAt(site)
  assert.equal(await disconnect(browser), null)
  assert.ok((await elsewhere.browser.auth.getUser()).error)
  assert.ok((await again.browser.auth.getUser()).error)
  assert.equal((await browser.auth.getUser()).error, null)
  assert.equal((await signInAt(site)).error?.code, 'email_exists')
  const subjects = (await site.deliver()).map(({ subject }) => subject)
  assert.deepEqual(subjects, ['Your password was changed', 'Your GitHub account was disconnected'])
})

test('disconnects one of two connected accounts without a password', async () => {
  const site = await siteWithProviders()
  const { browser } = await signInAt(site)
  assert.equal(await connectAt(site, browser, 'custom:oidc'), null)
  assert.equal(await disconnect(browser), null)
  assert.equal((await disconnect(browser, 'custom:oidc'))?.code, 'single_identity_not_deletable')
})

test('lists accounts of the configured issuers only, and counts only these as ways to sign in', async () => {
  const site = await siteWithProviders()
  const { browser } = await signInAt(site)
  await connectAt(site, browser, 'custom:oidc')
  await run(site.db)`
    update identity_connected_accounts set issuer = 'https://former.example' where provider = 'custom:oidc'`
  const { data } = await browser.auth.getUserIdentities()
  assert.deepEqual(
    data?.identities.map((one) => one.provider),
    ['github'],
  )
  assert.equal((await disconnect(browser))?.code, 'single_identity_not_deletable')
  assert.equal(await connectAt(site, browser, 'custom:oidc'), null)
  assert.equal(await disconnect(browser), null)
})

test('disconnects all accounts when an operator sets a temporary password, but not when members change theirs', async () => {
  const site = await siteWithProviders()
  const alice = await member(site)
  await connectAt(site, alice.browser)
  const change = { password: 'another horse battery', current_password: password }
  assert.equal((await alice.browser.auth.updateUser(change)).error, null)
  assert.equal((await signInAt(site)).user?.id, alice.id)
  await site.identity.setPassword(alice.id, 'k3-temporary-Xp9', { isTemporary: true })
  assert.notEqual((await signInAt(site)).user?.id, alice.id)
})

test('counts a sign-in at a provider as recent authentication only for members without a password', async () => {
  const site = await siteWithProviders()
  const { browser } = await signInAt(site)
  assert.equal((await browser.auth.updateUser({ email: `octo${unique()}@example.org` })).error, null)
  site.newPerson()
  const alice = await member(site)
  await connectAt(site, alice.browser)
  const other = await signInAt(site)
  const { error } = await other.browser.auth.updateUser({ email: `octo${unique()}@example.org` })
  assert.equal(error?.code, 'reauthentication_needed')
})

test('confirms the identity of a member without a password who signs in at the provider again', async () => {
  const site = await siteWithProviders()
  const { browser, user } = await signInAt(site)
  const { data: before } = await browser.auth.getSession()
  const changeEmail = async () => (await browser.auth.updateUser({ email: `octo${unique()}@example.org` })).error?.code
  site.clock.advance(10 * 60_000)
  assert.equal(await changeEmail(), 'reauthentication_needed')
  assert.equal(await confirmAt(site, browser), null)
  assert.equal(await changeEmail(), undefined)
  const { data: after } = await browser.auth.getSession()
  assert.equal(after.session?.refresh_token, before.session?.refresh_token)
  const sessions = await many<{ userId: string }>(site.db)`select user_id as "userId" from identity_sessions`
  assert.deepEqual(sessions, [{ userId: user!.id }])
})

test('confirms nothing with an account that is not the member’s, and connects none', async () => {
  const site = await siteWithProviders()
  const bob = await signInAt(site)
  const bobAtGitHub = site.providers.person
  site.newPerson()
  const alice = await signInAt(site)
  site.clock.advance(10 * 60_000)
  site.newPerson()
  assert.equal((await confirmAt(site, alice.browser))?.code, 'identity_not_found')
  site.providers.person = bobAtGitHub
  assert.equal((await confirmAt(site, alice.browser))?.code, 'identity_not_found')
  assert.equal((await disconnect(alice.browser))?.code, 'reauthentication_needed')
  const users = await many<{ userId: string }>(site.db)`
    select user_id as "userId" from identity_connected_accounts order by created_at`
  assert.deepEqual(
    users.map(({ userId }) => userId),
    [bob.user!.id, alice.user!.id],
  )
})

test('does not confirm the identity of a member with a password', async () => {
  const site = await siteWithProviders()
  const alice = await member(site)
  await connectAt(site, alice.browser)
  site.clock.advance(10 * 60_000)
  assert.equal((await confirmAt(site, alice.browser))?.code, 'validation_failed')
  assert.equal((await disconnect(alice.browser))?.code, 'reauthentication_needed')
})

test('rejects every password for an account without one', async () => {
  const site = await siteWithProviders()
  const { user, browser } = await signInAt(site)
  const { error } = await site.client().auth.signInWithPassword({ email: user!.email!, password })
  assert.equal(error?.code, 'invalid_credentials')
  site.clock.advance(10 * 60_000)
  const change = await browser.auth.updateUser({ password, current_password: password })
  assert.equal(change.error?.code, 'current_password_invalid')
})
