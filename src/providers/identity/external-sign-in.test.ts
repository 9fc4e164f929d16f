import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import {
  bothProviders,
  follow,
  returnFrom,
  signInAt,
  siteWithProviders,
  startSignIn,
} from '#tests/support/external-sign-in.ts'
import { signedUp, unique, withApp } from '#tests/support/identity.ts'

const errorOf = (landing: URL) => new URLSearchParams(landing.hash.slice(1)).get('error_code')

test.for(bothProviders)('creates an account without a password, and signs in to it again: %s', async (provider) => {
  const site = await siteWithProviders()
  const { username, email } = site.providers.person
  const first = await signInAt(site, { provider })
  assert.equal(first.error, null)
  assert.deepEqual([first.landing.pathname, first.landing.searchParams.get('next')], ['/auth', '/settings'])
  assert.deepEqual([first.user?.email, first.user?.user_metadata.username], [email, username])
  assert.equal(first.user?.user_metadata.fullName, 'Octo Cat')
  assert.deepEqual(first.user?.app_metadata, { provider, providers: [provider] })
  assert.deepEqual(
    first.user?.identities?.map((one) => one.provider),
    [provider],
  )
  const second = await signInAt(site, { provider })
  assert.equal(second.user?.id, first.user?.id)
  assert.deepEqual(site.providers.faults, [])
  const offers = (await (await site.call('GET', '/settings')).json()) as { external: Record<string, boolean> }
  assert.deepEqual([offers.external.github, offers.external['custom:oidc']], [true, true])
})

test('takes the address from the user info endpoint if the ID token has none', async () => {
  const site = await siteWithProviders()
  site.providers.hasUserInfoOnly = true
  assert.equal((await signInAt(site, { provider: 'custom:oidc' })).user?.email, site.providers.person.email)
})

test('never signs in to an existing account because of its address, even if the provider has verified it', async () => {
  const site = await siteWithProviders()
  const alice = await signedUp(site)
  for (const provider of bothProviders) {
    site.newPerson({ email: alice.email.toUpperCase() })
    const { session, error } = await signInAt(site, { provider })
    assert.deepEqual([session, error?.code], [null, 'email_exists'])
  }
  assert.deepEqual(await many(site.db)`select from identity_connected_accounts`, [])
})

test.for([
  ['with a mail server', false],
  ['without a mail server', true],
] as const)(
  'creates no account for an address that the provider has not verified: site %s',
  async ([, autoconfirm]) => {
    const site = await siteWithProviders({ autoconfirm })
    for (const provider of bothProviders) {
      site.newPerson({ isEmailVerified: false })
      const { session, error } = await signInAt(site, { provider })
      assert.deepEqual([session, error?.code], [null, 'provider_email_needs_verification'])
      assert.match(error!.message, /^Verify your email address at (GitHub|Company account) first, then try again\.$/)
    }
    assert.deepEqual(await many(site.db)`select from identity_users`, [])
    assert.deepEqual(await site.deliver(), [])
    site.providers.person.isEmailVerified = true
    assert.equal((await signInAt(site)).user?.email, site.providers.person.email)
  },
)

test('responds identically to unverified addresses of members and of strangers', async () => {
  const site = await siteWithProviders()
  site.newPerson({ email: (await signedUp(site)).email, isEmailVerified: false })
  const known = await signInAt(site)
  site.newPerson({ isEmailVerified: false })
  assert.deepEqual(known.error, (await signInAt(site)).error)
})

test('rejects a forged, repeated, expired, or canceled return from the provider', async () => {
  const site = await siteWithProviders()
  const forged = new URL(await follow(`${site.providers.redirectUri}?code=x&state=${'x'.repeat(43)}`))
  assert.deepEqual([forged.origin, forged.pathname, errorOf(forged)], [site.url, '/auth', 'bad_oauth_state'])

  const back = await follow(await startSignIn(site, site.browser()))
  await follow(back)
  assert.equal(errorOf(new URL(await follow(back))), 'bad_oauth_state')

  const late = await follow(await startSignIn(site, site.browser()))
  site.clock.advance(10 * 60_000 + 1000)
  assert.equal(errorOf(new URL(await follow(late))), 'bad_oauth_state')

  site.providers.declines = true
  const declined = await returnFrom(await startSignIn(site, site.browser()))
  assert.deepEqual([declined.pathname, errorOf(declined)], ['/auth', 'provider_refused'])
  assert.deepEqual(await many(site.db)`select from identity_users`, [])
})

test('returns to the site and logs the reason if something fails unexpectedly', async () => {
  const site = await siteWithProviders()
  const start = await startSignIn(site, site.browser())
  await run(site.db)`update identity_external_sign_ins set sealed_details = ${Buffer.from('damaged')}`
  const landing = await returnFrom(start)
  assert.deepEqual([landing.pathname, errorOf(landing)], ['/auth', 'unexpected_failure'])
  assert.match(landing.hash, /error=server_error/)
  assert.match(site.lines.join('\n'), /identity: request failed/)
})

test('completes a sign-in only in the browser that started it, once, and within five minutes', async () => {
  const site = await siteWithProviders()
  const exchange = (auth_code: string, code_verifier: string) =>
    site.call('POST', '/token?grant_type=pkce', { auth_code, code_verifier })
  const codeOf = async () => (await returnFrom(await startSignIn(site, attacker))).searchParams.get('code')!
  const attacker = site.browser()
  const victim = site.browser()
  // The attacker sends the victim the URL that completes the attacker's sign-in.
  const code = await codeOf()
  assert.match(String((await victim.auth.exchangeCodeForSession(code)).error), /code verifier/i)
  assert.equal((await exchange(code, 'v'.repeat(43))).status, 400)
  assert.equal((await attacker.auth.exchangeCodeForSession(code)).error?.code, 'flow_state_not_found')

  const { error } = await attacker.auth.exchangeCodeForSession(await codeOf())
  assert.equal(error, null)

  const late = await codeOf()
  site.clock.advance(5 * 60_000 + 1000)
  assert.equal((await attacker.auth.exchangeCodeForSession(late)).error?.code, 'flow_state_not_found')
})

test.for([
  ['a nonce of another sign-in', { nonce: 'x'.repeat(43) }],
  ['another audience', { aud: 'another client' }],
  ['another issuer', { iss: 'https://attacker.example' }],
  ['an expired token', { exp: 1 }],
  ['an empty subject', { sub: '' }],
  ['a subject that PostgreSQL cannot store', { sub: 'subject\0' }],
  ['a subject that is not well-formed Unicode', { sub: 'subject\ud800' }],
  ['a subject that is too long', { sub: 's'.repeat(256) }],
] as const)('rejects an ID token with %s', async ([, claims]) => {
  const site = await siteWithProviders()
  site.providers.change = (right) => ({ ...right, ...claims })
  const landing = await returnFrom(await startSignIn(site, site.browser(), { provider: 'custom:oidc' }))
  assert.deepEqual([errorOf(landing), landing.searchParams.get('code')], ['provider_failed', null])
})

test('rejects an ID token that is not signed with the provider’s key', async () => {
  const site = await siteWithProviders()
  site.providers.hasForgedSignature = true
  const landing = await returnFrom(await startSignIn(site, site.browser(), { provider: 'custom:oidc' }))
  assert.equal(errorOf(landing), 'provider_failed')
  const logged = site.lines.join('\n')
  assert.match(logged, /sign-in at a provider failed/)
  assert.doesNotMatch(logged, new RegExp(site.providers.person.email))
})

test('treats the same subject of another issuer as another person', async () => {
  const site = await siteWithProviders()
  const { user } = await signInAt(site, { provider: 'custom:oidc' })
  await run(site.db)`update identity_connected_accounts set issuer = 'https://former.example'`
  site.providers.person = { ...site.providers.person, email: `octo${unique()}@example.org` }
  assert.notEqual((await signInAt(site, { provider: 'custom:oidc' })).user?.id, user?.id)
})

test('returns only to the page that exchanges codes, so that no other page receives one', async () => {
  const site = await siteWithProviders()
  for (const redirectTo of [
    'https://attacker.example/auth',
    '//attacker.example/auth',
    `${site.url}@attacker.example/auth`,
    'javascript:1',
    `${site.url}/`,
    `${site.url}/@attacker?next=/auth`,
    `${site.url}/auth/../@attacker`,
    `${site.url}/auth/v1/user`,
  ]) {
    const landing = await returnFrom(await startSignIn(site, site.browser(), { redirectTo }))
    assert.deepEqual(
      [landing.origin, landing.pathname, [...landing.searchParams.keys()]],
      [site.url, '/auth', ['code']],
    )
  }
})

test('requires PKCE and a provider that is configured', async () => {
  const site = await siteWithProviders()
  const errorAt = async (query: string) => {
    const response = await site.call('GET', `/authorize?${query}`)
    return errorOf(new URL(response.headers.get('location')!))
  }
  assert.equal(await errorAt('provider=github'), 'validation_failed')
  assert.equal(await errorAt(`provider=google&code_challenge=${'x'.repeat(43)}`), 'validation_failed')
})

test('requires the second factor after signing in at a provider', async () => {
  const site = await siteWithProviders()
  const { browser } = await signInAt(site)
  await withApp(browser, site.clock)
  const { session } = await signInAt(site)
  await assert.rejects(site.identity.identify(`Bearer ${session!.access_token}`), /code from your authenticator app/)
})

test('does not sign in a banned user', async () => {
  const site = await siteWithProviders()
  const { user } = await signInAt(site)
  await site.identity.ban(user!.id, new Date(Date.now() + 3_600_000))
  assert.equal((await signInAt(site)).error?.code, 'user_banned')
})

test('applies the rules for who can register, with the invitation that the sign-in started with', async () => {
  const uninvited = { code: 'invitation_required', message: 'You need an invitation' } as const
  const check = async (_: unknown, { invitation }: { invitation: string | null }) =>
    invitation === 'the-secret' ? null : uninvited
  const site = await siteWithProviders({
    admission: { isClosed: () => false, check, admit: check, confirm: async () => uninvited },
    ownerUsername: 'someone-else',
  })
  assert.equal((await signInAt(site)).error?.code, 'invitation_required')
  const { user, error } = await signInAt(site, { invitation: 'the-secret' })
  assert.equal(error, null)
  assert.doesNotMatch(JSON.stringify(user), /the-secret/)
})

test('finds another username if the one at the provider is taken or not allowed', async () => {
  const site = await siteWithProviders({
    beforeSignUp: async (_, { username }) => {
      if (username === 'x') throw new AppError('invalid_input', 'Too short')
    },
  })
  const nameAfter = async (username: string) => {
    site.newPerson({ username })
    return (await signInAt(site)).user?.user_metadata.username as string
  }
  assert.equal(await nameAfter('octo'), 'octo')
  assert.equal(await nameAfter('octo'), 'octo-2')
  assert.equal(await nameAfter('octo cat'), 'octo-cat')
  assert.equal(await nameAfter('x'), 'x-2')
  assert.equal(await nameAfter('nina@company.example'), 'nina')
})
