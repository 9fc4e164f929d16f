import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { nextPath } from '#features/people/accounts/accounts.contract.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { here, openLogin, refusedBy, session, user, waitingMember } from '#tests/support/login-page.tsx'
import { answer, type Answers, settle, settleUntil, signInHere } from '#tests/support/mount.tsx'
import { awaitApproval, endWaiting } from '#web/session.ts'

beforeEach(() => dismissToast())

test('responds to password reset requests identically for every address', async () => {
  const t = await openLogin('/login?tab=forgot', { 'POST /auth/v1/recover': () => Response.json({}) })
  await t.enter({ email: 'alice@example.org' })
  await t.submit()
  assert.match(t.page.textContent, /If there’s an account for alice@example\.org, we’ve sent an email/)
})

test('explains whom to contact if the site cannot send email', async () => {
  const t = await openLogin(
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

test('redeems a recovery link only after a click, removes it from the URL, and asks for a new password', async () => {
  const t = await openLogin('/auth?type=recovery&token_hash=abc', {
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
  const t = await openLogin('/auth?type=signup&token_hash=abc', {
    'POST /auth/v1/verify': () => Response.json(used, { status: 403 }),
  })
  await t.press('Continue')
  assert.match(t.page.textContent, /Email link is invalid or has expired/)
  assert.ok(t.page.querySelector('a[href="/login?tab=forgot"]'))
})

test.for([
  [422, 'signup_disabled'],
  [403, 'invitation_required'],
  [403, 'invitation_invalid'],
  [403, 'email_domain_not_allowed'],
] as const)(
  'shows why a registration is refused at confirmation, and what to do next: %s %s',
  async ([status, code]) => {
    const t = await openLogin('/auth?type=signup&token_hash=abc', {
      'POST /auth/v1/verify': () => refusedBy(status, code, 'Refused by the rules'),
    })
    await t.press('Continue')
    assert.equal(t.page.querySelector('h1')?.textContent, 'You can’t join this site yet')
    assert.equal(t.page.querySelector('[role=alert]')?.textContent, 'Refused by the rules')
    assert.match(t.page.textContent, /open the link in the email again/)
    assert.equal(t.page.querySelector('a[href="/login?tab=forgot"]'), null)
  },
)

test('requests a sign-in link without creating an account, and responds identically for every address', async () => {
  const unknown = () => refusedBy(422, 'otp_disabled', 'Signups not allowed for otp')
  for (const otp of [() => Response.json({}), unknown]) {
    const t = await openLogin('/login?tab=link', { 'POST /auth/v1/otp': otp })
    await t.enter({ email: 'alice@example.org' })
    await t.submit()
    const { email, create_user } = t.asked.find(({ call }) => call === 'POST /auth/v1/otp')!.body as Record<
      string,
      unknown
    >
    assert.deepEqual([email, create_user], ['alice@example.org', false])
    assert.match(t.page.textContent, /If there’s an account for alice@example\.org, we’ve sent an email/)
  }
})

/** Requests a link from the sign-in page that leads to `next`. @returns the URL that the emailed link leads to */
async function destinationAfter(next: string, link: string, site: Partial<SiteInfo>) {
  const destinations: (string | null)[] = []
  const request: Answers[string] = ({ search }) => {
    destinations.push(search.get('redirect_to'))
    return Response.json({})
  }
  const changed = { 'POST /auth/v1/otp': request, 'POST /auth/v1/recover': request }
  const t = await openLogin(`/login?next=${encodeURIComponent(next)}`, changed, site)
  await settle(() => [...t.page.querySelectorAll('a')].find((one) => one.textContent === link)!.click())
  assert.equal(new URLSearchParams(location.search).get('next') ?? '/', nextPath(next))
  await t.enter({ email: 'alice@example.org' })
  await t.submit()
  return destinations.join()
}

const embedded = { minPasswordLength: 6 }

test.for(['Email me a sign-in link', 'Forgot password?'])(
  'emails a link to the page that the visitor came from: %s',
  async (link) => {
    const { origin } = location
    assert.equal(await destinationAfter('/blog/create?a=b', link, embedded), `${origin}/blog/create?a=b`)
    assert.equal(await destinationAfter('//evil.example/x', link, embedded), `${origin}/`)
    // Hosted projects redirect only to the URLs that they allow.
    assert.equal(await destinationAfter('/blog/create', link, {}), `${origin}/auth`)
  },
)

test.for([
  ['/login?tab=link', 'POST /auth/v1/otp'],
  ['/login?tab=forgot', 'POST /auth/v1/recover'],
] as const)('hides that a hosted provider limits only emails to known addresses: %s', async ([address, call]) => {
  const message = 'For security purposes, you can only request this after 42 seconds.'
  const tooEarly = { [call]: () => refusedBy(429, 'over_email_send_rate_limit', message) }
  const t = await openLogin(address, tooEarly)
  await t.enter({ email: 'alice@example.org' })
  await t.submit()
  assert.match(t.page.textContent, /If there’s an account for alice@example\.org, we’ve sent an email/)
  assert.equal(shownToast(), null)

  const own = await openLogin(address, tooEarly, embedded)
  await own.enter({ email: 'alice@example.org' })
  await own.submit()
  assert.doesNotMatch(own.page.textContent, /we’ve sent an email/)
  assert.equal(shownToast()?.description, message)
})

test('offers sign-in links only if the site can send email', async () => {
  const link = 'a[href="/login?tab=link"]'
  assert.ok((await openLogin('/login')).page.querySelector(link))
  const t = await openLogin('/login?tab=link', {}, { canSendEmail: false })
  assert.equal(t.page.querySelector(link), null)
  assert.ok(t.field('password'))
})

test('signs in with a link, only after a click', async () => {
  const t = await openLogin('/auth?type=magiclink&token_hash=abc&next=/settings', {
    'POST /auth/v1/verify': () => Response.json(session),
  })
  assert.deepEqual(t.calls(), [])
  await t.press('Continue')
  assert.equal(JSON.parse(localStorage.getItem('user_profile')!).username, 'alice')
  assert.equal(here(), '/settings')
})

test('offers another sign-in link instead of one that no longer works', async () => {
  const t = await openLogin('/auth?type=magiclink&token_hash=abc', {
    'POST /auth/v1/verify': () => refusedBy(403, 'otp_expired', 'Email link is invalid or has expired'),
  })
  await t.press('Continue')
  assert.equal(t.page.querySelector('h1')?.textContent, 'This link doesn’t work')
  assert.ok(t.page.querySelector('a[href="/login?tab=link"]'))
})

test('shows suspended members the reason instead of a problem with the link', async () => {
  const message = 'This account has been suspended. Reason: Sells shoes'
  const t = await openLogin('/auth?type=magiclink&token_hash=abc', {
    'POST /auth/v1/verify': () => refusedBy(403, 'user_banned', message),
  })
  await t.press('Continue')
  assert.equal(t.page.querySelector('h1')?.textContent, 'Your account is suspended')
  assert.equal(t.page.querySelector('[role=alert]')?.textContent, message)
})

test.for(['otp_expired', 'constructor'])(
  'offers every kind of link if a hosted provider rejects one without its type: %s',
  async (code) => {
    const message = 'Email link is invalid or has expired'
    const fault = new URLSearchParams({ error: 'access_denied', error_code: code, error_description: message })
    const { page } = await openLogin(`/auth#${fault.toString()}`)
    assert.equal(page.querySelector('h1')?.textContent, 'This link doesn’t work')
    assert.equal(page.querySelector('[role=alert]')?.textContent, message)
    assert.match(page.textContent, /Request a sign-in link or a password reset link, or sign in\./)
    assert.deepEqual(
      [...page.querySelectorAll('a')].map((link) => link.getAttribute('href')),
      ['/login?tab=link', '/login?tab=forgot', '/login'],
    )
  },
)

test('shows that an account is suspended if a hosted provider rejects its link', async () => {
  const { page } = await openLogin('/auth#error=access_denied&error_code=user_banned&error_description=User+is+banned')
  assert.equal(page.querySelector('h1')?.textContent, 'Your account is suspended')
  assert.equal(page.querySelector('[role=alert]')?.textContent, 'User is banned')
})

test('offers every kind of link instead of one of the type “email” that no longer works', async () => {
  const t = await openLogin('/auth?type=email&token_hash=abc', {
    'POST /auth/v1/verify': () => refusedBy(403, 'otp_expired', 'Email link is invalid or has expired'),
  })
  await t.press('Continue')
  assert.match(t.page.textContent, /Request a sign-in link or a password reset link, or sign in\./)
})

/** The address of an emailed link from a hosted provider, with a new session in the fragment. */
function hostedLink(type: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = [part({ alg: 'ES256' }), part({ exp: Math.floor(Date.now() / 1000) + 3600, sub: 'user-1' }), part('')]
  return `/auth#access_token=${token.join('.')}&refresh_token=r&type=${type}`
}

test('shows that the site refused the registration of someone from a hosted project', async () => {
  const message = 'Registration is closed on this site.'
  const t = await openLogin(hostedLink('signup'), {
    'GET /auth/v1/user': () => Response.json(user),
    'GET /api/users/me': () => Response.json({ code: 'registration_refused', message }, { status: 403 }),
  })
  await t.press('Continue')
  assert.equal(t.page.querySelector('h1')?.textContent, 'You can’t join this site yet')
  assert.equal(t.page.querySelector('[role=alert]')?.textContent, message)
  assert.match(t.page.textContent, /log in again/)
  assert.notEqual(shownToast()?.title, 'Confirmed')
  assert.equal(localStorage.getItem('supabase_auth_token'), null)
})

test('shows people from a hosted project that they are waiting for approval', async () => {
  const t = await openLogin(hostedLink('signup'), {
    'GET /auth/v1/user': () => Response.json(user),
    'GET /api/users/me': waitingMember,
  })
  await t.press('Continue')
  assert.equal(t.page.querySelector('h1')?.textContent, 'Waiting for approval')
  assert.notEqual(shownToast()?.title, 'Confirmed')
  assert.equal(here(), '/auth')
})

test('lets people who are waiting after a link check again and log out', async () => {
  const waiting: Answers = {
    'GET /auth/v1/user': () => Response.json(user),
    'GET /api/users/me': waitingMember,
    'GET /api/account/membership': () => Response.json({ isMember: false, isWaiting: true }),
  }
  const declined = await openLogin(hostedLink('signup'), waiting)
  await declined.press('Continue')
  answer({ ...waiting, 'GET /auth/v1/user': () => refusedBy(403, 'user_not_found', 'Gone') })
  await declined.press('Check again')
  await settleUntil(() => assert.match(declined.page.textContent, /Welcome back/))
  await settleUntil(() => assert.match(declined.page.textContent, /An administrator declined your registration\./))

  const leaving = await openLogin(hostedLink('signup'), waiting)
  await leaving.press('Continue')
  await leaving.press('Log out')
  await settleUntil(() => assert.match(leaving.page.textContent, /Welcome back/))
})

test('opens the requested page when the account is approved after a link', async () => {
  let isMember = false
  const t = await openLogin('/auth?type=signup&token_hash=abc&next=/settings', {
    'POST /auth/v1/verify': () => Response.json(session),
    'GET /auth/v1/user': () => Response.json(user),
    'GET /api/users/me': waitingMember,
    'GET /api/account/membership': () => Response.json({ isMember, isWaiting: !isMember }),
  })
  await t.press('Continue')
  assert.equal(t.page.querySelector('h1')?.textContent, 'Waiting for approval')
  isMember = true
  await t.press('Check again')
  assert.equal(here(), '/settings')
})

test('keeps a recovery link open when the account turns out to be approved', async () => {
  signInHere()
  awaitApproval()
  const t = await openLogin('/auth?type=recovery&token_hash=abc')
  await settle(endWaiting)
  assert.equal(here(), '/auth')
  assert.equal(t.page.querySelector('h1')?.textContent, 'Set a new password')
})

test('lets people who are waiting for approval set a new password', async () => {
  const t = await openLogin(hostedLink('recovery'), {
    'GET /auth/v1/user': () => Response.json(user),
    'GET /api/users/me': waitingMember,
  })
  await t.press('Continue')
  assert.match(t.page.textContent, /New password/)
})

test('starts a session from the tokens that a hosted provider puts in the URL fragment', async () => {
  const t = await openLogin(hostedLink('recovery'), { 'GET /auth/v1/user': () => Response.json(user) })
  assert.equal(here(), '/auth')
  await t.press('Continue')
  assert.match(t.page.textContent, /New password/)
  assert.ok(localStorage.getItem('supabase_auth_token'))
})
