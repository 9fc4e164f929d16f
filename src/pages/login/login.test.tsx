import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { beforeEach, test } from 'vitest'
import { useSearch } from 'wouter'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { loginAddress } from '#features/people/accounts/account-addresses.contract.ts'
import { shownToast } from '#ui/toasts.ts'
import { alice } from '#tests/support/samples.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import '#web/auth-client.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { loginView } from './login.tsx'

const user = {
  id: 'user-1',
  aud: 'authenticated',
  email: 'alice@example.org',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-11-21T00:00:00.000Z',
}
const session = { access_token: 'access', token_type: 'bearer', expires_in: 3600, refresh_token: 'refresh', user }

const answers: Answers = {
  'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'key' }),
  'POST /auth/v1/token': () => Response.json(session),
  'POST /auth/v1/signup': () => Response.json(session),
  'GET /api/users/me': () => Response.json(alice),
  'POST /api/users': () => Response.json(alice),
}

beforeEach(() => localStorage.clear())

/** The page at the current URL. */
function Page() {
  return <loginView.View params={{}} query={loginAddress.queryIn(new URLSearchParams(useSearch()))} />
}

async function open(address: string, changed: Answers = {}, site: Partial<SiteInfo> = {}) {
  history.replaceState(null, '', address)
  const asked = answer({ ...answers, ...changed })
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, {
    name: 'Devstead',
    ownerUsername: 'alice',
    isRegistrationOpen: true,
    canSendEmail: true,
    ...site,
  })
  const { page } = await mount(<Page />, cache)
  await settle()
  const field = (name: string) => page.querySelector<HTMLInputElement>(`input[name=${name}]`)!
  const submit = () => settle(() => page.querySelector('form')!.requestSubmit())
  async function enter(values: Record<string, string>) {
    await settle(() => {
      for (const [name, value] of Object.entries(values)) type(field(name), value)
    })
  }
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === name)!.click())
  return { page, asked, field, enter, submit, press, calls: () => asked.map(({ call }) => call) }
}

const here = () => location.pathname + location.search + location.hash

test('signs in, fetches the profile, and continues to the requested page', async () => {
  const t = await open('/login?next=/post/7/edit')
  await t.enter({ email: ' alice@example.org ', password: 'correct horse' })
  await t.submit()
  assert.deepEqual(t.asked.find(({ call }) => call === 'POST /auth/v1/token')?.body, {
    email: 'alice@example.org',
    password: 'correct horse',
    gotrue_meta_security: {},
  })
  assert.equal(JSON.parse(localStorage.getItem('user_profile')!).displayName, 'Alice Archer')
  assert.equal(here(), '/post/7/edit')
})

test('keeps the requested page in the tab URLs', async () => {
  const t = await open('/login?next=/post/7/edit')
  const tabs = () => [...t.page.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))
  const follow = (index: number) => settle(() => t.page.querySelectorAll<HTMLElement>('nav a')[index]!.click())
  await follow(1)
  assert.equal(here(), '/login?tab=register&next=%2Fpost%2F7%2Fedit')
  await follow(0)
  assert.equal(here(), '/login?next=%2Fpost%2F7%2Fedit')
  assert.deepEqual(tabs(), ['/login?next=%2Fpost%2F7%2Fedit', '/login?tab=register&next=%2Fpost%2F7%2Fedit'])
})

test.each([
  '//evil.example/x',
  '/.//evil.example/livestreams/1/go-live',
  '/a/..//evil.example/x',
  '/%2e//evil.example/x',
  String.raw`/\evil.example/x`,
  '/%09/evil.example/x',
])('never redirects to another site, such as %s', async (next) => {
  const t = await open(`/login?next=${next}`)
  assert.equal(t.page.querySelector('nav a')?.getAttribute('href'), '/login')
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.equal(here(), '/')
})

test('retries the profile request up to three times, half a second apart, while the response is 401', async () => {
  let times = 0
  const t = await open('/login', {
    'GET /api/users/me': () => (++times < 3 ? Response.json({ message: 'no' }, { status: 401 }) : Response.json(alice)),
    'GET /auth/v1/user': () => Response.json(user),
  })
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.equal(here(), '/login')
  await settle(() => new Promise((resolve) => setTimeout(resolve, 1200)))
  assert.equal(times, 3)
  assert.equal(here(), '/')
  assert.ok(localStorage.getItem('user_profile'))
})

test('shows errors next to their fields without sending a request', async () => {
  const t = await open('/login')
  await t.enter({ email: 'nobody', password: '12345' })
  await t.submit()
  assert.match(t.page.textContent, /Please enter a valid email address/)
  assert.match(t.page.textContent, /Password must be at least 6 characters/)
  assert.equal(document.activeElement, t.field('email'))
  assert.deepEqual(t.calls(), [])
})

test('shows the provider’s message after a failed sign-in and keeps the input', async () => {
  const refused = { code: 'invalid_credentials', message: 'Invalid login credentials' }
  const t = await open('/login', { 'POST /auth/v1/token': () => Response.json(refused, { status: 400 }) })
  await t.enter({ email: 'alice@example.org', password: 'wrong horse' })
  await t.submit()
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Login failed', 'Invalid login credentials'])
  assert.equal(t.field('password').value, 'wrong horse')
})

test('shows suspended members the reason and deletes their session', async () => {
  const message = 'This account has been suspended. Reason: Sells shoes'
  const t = await open('/login?next=/post/7/edit', {
    'GET /api/users/me': () => Response.json({ code: 'suspended', message }, { status: 403 }),
  })
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.equal(t.page.querySelector('[role=alert]')?.textContent, message)
  assert.equal(localStorage.getItem('supabase_auth_token'), null)
  assert.equal(here(), '/login?next=/post/7/edit')
  assert.equal(t.field('email').value, 'alice@example.org')
})

test('shows when to try again after too many sign-in attempts', async () => {
  const refused = { code: 'over_request_rate_limit', message: 'Request rate limit reached' }
  const t = await open('/login', {
    'POST /auth/v1/token': () => Response.json(refused, { status: 429, headers: { 'retry-after': '42' } }),
  })
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.equal(shownToast()?.description, 'Request rate limit reached. Try again in 42 seconds.')
})

test('requires a new password after sign-in with a temporary password', async () => {
  const user = { ...session.user, app_metadata: { password_change_required: true } }
  const t = await open('/login?next=/settings', {
    'POST /auth/v1/token': () => Response.json({ ...session, user }),
    'PUT /auth/v1/user': () => Response.json({ ...session.user, app_metadata: {} }),
  })
  await t.enter({ email: 'alice@example.org', password: 'temporary horse' })
  await t.submit()
  assert.equal(t.page.querySelector('h1')?.textContent, 'Choose a new password')
  assert.equal(t.calls().includes('GET /api/users/me'), false)
  await t.enter({ password: 'a horse of my own' })
  await t.submit()
  assert.deepEqual(t.asked.find(({ call }) => call === 'PUT /auth/v1/user')?.body, {
    password: 'a horse of my own',
    code_challenge: null,
    code_challenge_method: null,
  })
  assert.equal(here(), '/settings')
})

test('shows and enforces the minimum password length', async () => {
  const t = await open('/login?tab=register', {}, { minPasswordLength: 12 })
  assert.match(t.page.textContent, /At least 12 characters\./)
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'elevenchars' })
  await t.submit()
  assert.match(t.page.textContent, /Password must be at least 12 characters/)
  assert.equal(t.calls().includes('POST /auth/v1/signup'), false)
})

test('shows the provider’s message about a weak password next to the password field', async () => {
  const message = 'Password is too similar to your name.'
  const t = await open('/login?tab=register', {
    'POST /auth/v1/signup': () =>
      Response.json({ code: 'weak_password', message, weak_password: { reasons: ['pwned'] } }, { status: 422 }),
  })
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'alicearcher' })
  await t.submit()
  assert.equal(t.page.querySelector('.field-error')?.textContent, message)
  assert.equal(document.activeElement, t.field('password'))
  assert.equal(t.field('password').value, 'alicearcher')
})

test('registers, creates the profile, and returns to the sign-in tab with the email filled in', async () => {
  const t = await open('/login?tab=register')
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  const signUp = t.asked.find(({ call }) => call === 'POST /auth/v1/signup')
  assert.deepEqual((signUp!.body as { data: unknown }).data, { username: 'alice', fullName: 'Alice Archer' })
  assert.deepEqual(t.asked.find(({ call }) => call === 'POST /api/users')?.body, {
    username: 'alice',
    displayName: 'Alice Archer',
  })
  assert.equal(shownToast()?.title, 'Registration successful')
  assert.equal(here(), '/login')
  assert.equal(t.field('email').value, 'alice@example.org')
})

const token = 'invitation-'.padEnd(32, '0')
const invited = { [`GET /api/invitations/${token}`]: () => Response.json({ invitedBy: 'Ada Archer' }) }
const invitedOnly = { registration: { mode: 'invitation' as const } }

test('sends the solution to the server’s challenge only once', async () => {
  let given = 0
  const t = await open(
    '/login?tab=register',
    {
      'GET /auth/v1/challenge': () => Response.json({ challenge: `challenge ${++given}`, bits: 4, waitMs: 0 }),
      'POST /auth/v1/signup': () => refusedBy(422, 'weak_password', 'Too weak'),
    },
    { minPasswordLength: 6 },
  )
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  for (let tries = 0; tries < 2; tries++) {
    await t.submit()
    await settle(() => new Promise((resolve) => setTimeout(resolve, 50)))
  }
  const proofs = t.asked
    .filter(({ call }) => call === 'POST /auth/v1/signup')
    .map(({ body }) => (body as { gotrue_meta_security: { captcha_token: string } }).gotrue_meta_security.captcha_token)
    .map((text) => JSON.parse(text) as { challenge: string; solution: number; website: string })
  assert.deepEqual(
    proofs.map(({ challenge, website }) => [challenge, website]),
    [
      ['challenge 1', ''],
      ['challenge 2', ''],
    ],
  )
  for (const { challenge, solution } of proofs)
    assert.equal(createHash('sha256').update(`${challenge}.${solution}`).digest()[0]! >> 4, 0)
})

test('hides the honeypot field from people, and sends its value', async () => {
  const challenge = { 'GET /auth/v1/challenge': () => Response.json({ challenge: 'x', bits: 1, waitMs: 0 }) }
  const t = await open('/login?tab=register', challenge, { minPasswordLength: 6 })
  const trap = t.field('website')
  assert.ok(trap.closest('[aria-hidden=true]'))
  assert.equal(trap.tabIndex, -1)
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.enter({ website: 'https://spam.example' })
  await t.submit()
  await settle(() => new Promise((resolve) => setTimeout(resolve, 50)))
  const { body } = t.asked.find(({ call }) => call === 'POST /auth/v1/signup')!
  assert.match(JSON.stringify(body), /spam\.example/)
})

const waitingMember = () =>
  Response.json({ code: 'awaiting_approval', message: 'An administrator needs to approve it' }, { status: 403 })

test('tells new members that they are waiting for approval, and keeps the session', async () => {
  const t = await open(
    '/login?tab=register',
    { 'POST /api/users': waitingMember },
    { registration: { mode: 'approval' } },
  )
  assert.match(t.page.textContent, /An administrator approves each new account/)
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.equal(shownToast()?.description, 'An administrator will review your account.')
  assert.match(t.page.textContent, /Waiting for approval.*We’ll email you/)
  assert.ok(localStorage.getItem('supabase_auth_token'))
  assert.equal(localStorage.getItem('user_profile'), null)
  await t.press('Log out')
  assert.equal(localStorage.getItem('supabase_auth_token'), null)
  assert.doesNotMatch(t.page.textContent, /Waiting for approval/)
})

test('shows waiting members the same message after they sign in', async () => {
  const t = await open('/login', { 'GET /api/users/me': waitingMember }, { canSendEmail: false })
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.match(t.page.textContent, /Waiting for approval.*Check again later/)
  assert.equal(here(), '/login')
  await t.press('Log out')
})

test('shows no registration form on a closed site', async () => {
  const t = await open('/login?tab=register', {}, { isRegistrationOpen: false })
  assert.match(t.page.textContent, /Registration is closed on this site/)
  assert.equal(t.page.querySelector('form'), null)
})

test('explains that an invitation is needed, and shows the form to people who have one', async () => {
  const without = await open('/login?tab=register', {}, invitedOnly)
  assert.match(without.page.textContent, /You need an invitation to join this site/)
  assert.equal(without.page.querySelector('form'), null)
})

test('registers with the invitation, and keeps it when the tab changes', async () => {
  const t = await open(`/login?tab=register&invite=${token}`, invited, invitedOnly)
  assert.match(t.page.textContent, /Ada Archer invited you to join/)
  const hrefs = [...t.page.querySelectorAll<HTMLAnchorElement>('.tabs a')].map((link) => link.getAttribute('href'))
  assert.deepEqual(hrefs, [`/login?invite=${token}`, `/login?tab=register&invite=${token}`])
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  const signUp = t.asked.find(({ call }) => call === 'POST /auth/v1/signup')
  assert.deepEqual((signUp!.body as { data: unknown }).data, {
    username: 'alice',
    fullName: 'Alice Archer',
    invitation: token,
  })
})

test('shows no form for an invitation that cannot be used, unless others can register too', async () => {
  const gone = { [`GET /api/invitations/${token}`]: () => Response.json({ message: 'Not found' }, { status: 404 }) }
  const limited = await open(`/login?tab=register&invite=${token}`, gone, invitedOnly)
  assert.match(limited.page.textContent, /has expired, been revoked, or been used up/)
  assert.equal(limited.page.querySelector('form'), null)
})

test('shows the form with a note if the invitation cannot be used on an open site', async () => {
  const gone = { [`GET /api/invitations/${token}`]: () => Response.json({ message: 'Not found' }, { status: 404 }) }
  const t = await open(`/login?tab=register&invite=${token}`, gone)
  assert.match(t.page.textContent, /has expired, been revoked, or been used up/)
  assert.ok(t.page.querySelector('form'))
})

test('lists the email domains that can register, and shows the error for any other domain next to the field', async () => {
  const domains = { registration: { mode: 'domains' as const, domains: ['a.example', 'b.example'] } }
  const rejected = () => refusedBy(403, 'email_domain_not_allowed', 'Use an email address at a.example or b.example')
  const t = await open('/login?tab=register', { 'POST /auth/v1/signup': rejected }, domains)
  assert.match(t.page.textContent, /email address at a\.example or b\.example can register/)
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.equal(document.activeElement, t.field('email'))
  assert.match(t.page.textContent, /Use an email address at a\.example or b\.example/)
})

test('stores the profile locally if creating it on the server fails', async () => {
  const t = await open('/login?tab=register', { 'POST /api/users': () => new Response('', { status: 503 }) })
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.equal(JSON.parse(localStorage.getItem('user_profile')!).username, 'alice')
})

test('asks new members to confirm their email address if required', async () => {
  const t = await open('/login?tab=register', { 'POST /auth/v1/signup': () => Response.json(user) })
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.match(shownToast()?.description ?? '', /email that we sent to alice@example.org/)
  assert.equal(t.calls().includes('POST /api/users'), false)
})

test('shows an error next to the field for a taken username', async () => {
  const taken = { code: 'username_taken', message: 'Username is already taken' }
  const t = await open('/login?tab=register', { 'POST /auth/v1/signup': () => Response.json(taken, { status: 409 }) })
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.match(t.page.textContent, /Username is already taken/)
  assert.equal(document.activeElement, t.field('username'))
  assert.equal(t.field('fullName').value, 'Alice Archer')
})

test('checks the username before registering, because a hosted provider does not store usernames', async () => {
  const t = await open('/login?tab=register', {
    'GET /api/usernames/alice': () => Response.json({ isTaken: true }),
  })
  await t.enter({ username: 'alice', fullName: 'Another Alice', email: 'a@example.org', password: 'correct horse' })
  await t.submit()
  assert.match(t.page.textContent, /Username is already taken/)
  assert.equal(document.activeElement, t.field('username'))
  assert.deepEqual(t.calls(), ['GET /api/usernames/alice'])
})

test('shows registration errors next to their fields', async () => {
  const t = await open('/login?tab=register')
  await t.enter({ username: 'al', fullName: 'A', email: 'x', password: '1' })
  await t.submit()
  for (const message of [
    'Username must be at least 3 characters',
    'Full name must be at least 2 characters',
    'Please enter a valid email address',
    'Password must be at least 6 characters',
  ]) {
    assert.ok(t.page.textContent.includes(message), message)
  }
})

test('shows that GitHub sign-in is not configured', async () => {
  const t = await open('/login', {
    'GET /auth/v1/settings': () => Response.json({ external: { email: true } }),
  })
  await t.press('Continue with GitHub')
  assert.match(shownToast()?.description ?? '', /GitHub login needs provider configuration/)
})

test('redirects signed-in members immediately', async () => {
  signInHere()
  await open('/login?next=/settings')
  assert.equal(here(), '/settings')
})

test('responds to password reset requests identically for every address', async () => {
  const t = await open('/login?tab=forgot', { 'POST /auth/v1/recover': () => Response.json({}) })
  await t.enter({ email: 'alice@example.org' })
  await t.submit()
  assert.match(t.page.textContent, /If there’s an account for alice@example\.org, we’ve sent an email/)
})

test('explains whom to contact if the site cannot send email', async () => {
  const t = await open(
    '/login?tab=forgot',
    { 'POST /auth/v1/recover': () => Response.json({}) },
    { canSendEmail: false },
  )
  assert.match(t.page.textContent, /This site can’t send email\. Send a request here, then ask an administrator/)
  await t.enter({ email: 'alice@example.org' })
  await t.submit()
  assert.ok(t.calls().includes('POST /auth/v1/recover'))
  assert.match(
    t.page.textContent,
    /If there’s an account for alice@example\.org, the administrators of this site can now/,
  )
  assert.doesNotMatch(t.page.textContent, /sent an email/)
})

/** An error in the identity provider’s format for clients that send its API version. */
const refusedBy = (status: number, code: string, message: string) =>
  Response.json({ code, message }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })
const unconfirmed = () => refusedBy(400, 'email_not_confirmed', 'Email not confirmed')

test('lets unconfirmed members resend the confirmation email', async () => {
  const t = await open('/login', {
    'POST /auth/v1/token': unconfirmed,
    'POST /auth/v1/resend': () => Response.json({}),
  })
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.match(t.page.querySelector('[role=alert]')!.textContent, /Confirm your email address first/)
  assert.equal(t.field('password').value, 'correct horse')
  await t.press('Resend email')
  const { body } = t.asked.find(({ call }) => call === 'POST /auth/v1/resend')!
  assert.deepEqual(
    [(body as { type: string }).type, (body as { email: string }).email],
    ['signup', 'alice@example.org'],
  )
  assert.match(t.page.textContent, /We’ve sent another email to alice@example\.org/)
})

test('shows when the confirmation email can be resent after a request that was too early', async () => {
  const message = 'For security purposes, you can only request this after 42 seconds.'
  const t = await open('/login', {
    'POST /auth/v1/token': unconfirmed,
    'POST /auth/v1/resend': () => refusedBy(429, 'over_email_send_rate_limit', message),
  })
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  await t.press('Resend email')
  assert.match(t.page.textContent, /You can request another email in 42 seconds\./)
})

test('redeems a recovery link only after a click, removes it from the URL, and asks for a new password', async () => {
  const t = await open('/auth?type=recovery&token_hash=abc', {
    'POST /auth/v1/verify': () => Response.json(session),
    'PUT /auth/v1/user': () => Response.json(user),
  })
  assert.equal(here(), '/auth')
  assert.deepEqual(t.calls(), [])
  await t.press('Continue')
  assert.deepEqual(t.asked.find(({ call }) => call === 'POST /auth/v1/verify')?.body, {
    type: 'recovery',
    token_hash: 'abc',
    gotrue_meta_security: {},
  })
  await t.enter({ password: 'a new horse' })
  await t.submit()
  const change = t.asked.find(({ call }) => call === 'PUT /auth/v1/user')!
  assert.equal((change.body as { password: string }).password, 'a new horse')
  assert.equal(change.headers.get('authorization'), 'Bearer access')
  assert.equal(shownToast()?.title, 'Password changed')
  assert.equal(here(), '/')
})

test('shows that a link was already used and offers to send a new one', async () => {
  const used = { code: 'otp_expired', message: 'Email link is invalid or has expired' }
  const t = await open('/auth?type=signup&token_hash=abc', {
    'POST /auth/v1/verify': () => Response.json(used, { status: 403 }),
  })
  await t.press('Continue')
  assert.match(t.page.textContent, /Email link is invalid or has expired/)
  assert.ok(t.page.querySelector('a[href="/login?tab=forgot"]'))
})

test('starts a session from the tokens that a hosted provider puts in the URL fragment', async () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = [part({ alg: 'ES256' }), part({ exp: Math.floor(Date.now() / 1000) + 3600, sub: 'user-1' }), part('')]
  const t = await open(`/auth#access_token=${token.join('.')}&refresh_token=r&type=recovery`, {
    'GET /auth/v1/user': () => Response.json(user),
  })
  assert.equal(here(), '/auth')
  await t.press('Continue')
  assert.match(t.page.textContent, /New password/)
  assert.ok(localStorage.getItem('supabase_auth_token'))
})
