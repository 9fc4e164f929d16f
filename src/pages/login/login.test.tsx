import assert from 'node:assert/strict'
import { test } from 'vitest'
import { shownToast } from '#ui/toasts.ts'
import { here, openLogin, refusedBy, session, user, waitingMember } from '#tests/support/login-page.tsx'
import { settle, settleUntil, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { sessionChanged } from '#web/session.ts'

test('signs in, fetches the profile, and continues to the requested page', async () => {
  const t = await openLogin('/login?next=/post/7/edit')
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
  const t = await openLogin('/login?next=/post/7/edit')
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
  const t = await openLogin(`/login?next=${next}`)
  assert.equal(t.page.querySelector('nav a')?.getAttribute('href'), '/login')
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.equal(here(), '/')
})

test('retries the profile request up to three times, half a second apart, while the response is 401', async () => {
  let times = 0
  const t = await openLogin('/login', {
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
  const t = await openLogin('/login')
  await t.enter({ email: 'nobody', password: '12345' })
  await t.submit()
  assert.match(t.page.textContent, /Please enter a valid email address/)
  assert.match(t.page.textContent, /Password must be at least 6 characters/)
  assert.equal(document.activeElement, t.field('email'))
  assert.deepEqual(t.calls(), [])
})

test('shows the provider’s message after a failed sign-in and keeps the input', async () => {
  const refused = { code: 'invalid_credentials', message: 'Invalid login credentials' }
  const t = await openLogin('/login', { 'POST /auth/v1/token': () => Response.json(refused, { status: 400 }) })
  await t.enter({ email: 'alice@example.org', password: 'wrong horse' })
  await t.submit()
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Login failed', 'Invalid login credentials'])
  const message = () => t.page.querySelector('form [role=alert]')?.textContent
  assert.equal(message(), 'Invalid login credentials')
  assert.equal(t.field('password').value, 'wrong horse')
  await t.enter({ password: 'correct horse' })
  assert.equal(message(), undefined)
})

test('shows suspended members the reason and deletes their session', async () => {
  const message = 'This account has been suspended. Reason: Sells shoes'
  const t = await openLogin('/login?next=/post/7/edit', {
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
  const t = await openLogin('/login', {
    'POST /auth/v1/token': () => Response.json(refused, { status: 429, headers: { 'retry-after': '42' } }),
  })
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.equal(shownToast()?.description, 'Request rate limit reached. Try again in 42 seconds.')
})

test('requires a new password after sign-in with a temporary password', async () => {
  const user = { ...session.user, app_metadata: { password_change_required: true } }
  const t = await openLogin('/login?next=/settings', {
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

test('tells members after sign-in that they are waiting for approval', async () => {
  const t = await openLogin('/login', { 'GET /api/users/me': waitingMember }, { canSendEmail: true })
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.match(t.page.textContent, /Waiting for approval.*Check again later/)
  assert.equal(here(), '/login')
  await t.press('Log out')
})

test('lets people who are waiting check again, and opens the requested page once they are approved', async () => {
  let [isMember, isWaiting] = [false, false]
  const t = await openLogin('/login?next=/blog', {
    'GET /api/users/me': waitingMember,
    'GET /api/account/membership': () => Response.json({ isMember, isWaiting }),
    'GET /auth/v1/user': () => Response.json(user),
  })
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  await t.press('Check again')
  assert.match(String(shownToast()?.description), /sign-in service cannot be reached/)
  isWaiting = true
  await t.press('Check again')
  assert.equal(shownToast()?.title, 'Still waiting for approval')
  assert.match(t.page.textContent, /Waiting for approval/)
  isMember = true
  await t.press('Check again')
  assert.equal(here(), '/blog')
})

test('ends the session and says why when the account has been declined', async () => {
  const t = await openLogin('/login', {
    'GET /api/users/me': waitingMember,
    'GET /api/account/membership': () => Response.json({ isMember: false }),
    'GET /auth/v1/user': () => refusedBy(403, 'user_not_found', 'Gone'),
  })
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  await t.press('Check again')
  await settleUntil(() => assert.equal(localStorage.getItem('supabase_auth_token'), null))
  assert.match(t.page.textContent, /Welcome back/)
  await settleUntil(() => assert.match(t.page.textContent, /An administrator declined your registration\./))
  signInHere()
  await settle(sessionChanged)
})

test('shows that GitHub sign-in is not configured', async () => {
  const t = await openLogin('/login', {
    'GET /auth/v1/settings': () => Response.json({ external: { email: true } }),
  })
  await t.press('Continue with GitHub')
  assert.match(shownToast()?.description ?? '', /GitHub login needs provider configuration/)
  assert.deepEqual(shownToast()?.link, { label: 'Setup for administrators', href: '/admin/settings#external-sign-in' })
})

test('redirects signed-in members immediately', async () => {
  signInHere()
  await openLogin('/login?next=/settings')
  assert.equal(here(), '/settings')
})

const unconfirmed = () => refusedBy(400, 'email_not_confirmed', 'Email not confirmed')

test('lets unconfirmed members resend the confirmation email', async () => {
  const t = await openLogin('/login', {
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
  const t = await openLogin('/login', {
    'POST /auth/v1/token': unconfirmed,
    'POST /auth/v1/resend': () => refusedBy(429, 'over_email_send_rate_limit', message),
  })
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  await t.press('Resend email')
  assert.match(t.page.textContent, /You can request another email in 42 seconds\./)
})
