import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'vitest'
import { shownToast } from '#ui/toasts.ts'
import { here, openLogin, refusedBy, waitingMember, user } from '#tests/support/login-page.tsx'
import { alice } from '#tests/support/samples.ts'
import { type Answers, settle, settleUntil } from '#tests/support/mount.tsx'

test('shows and enforces the minimum password length', async () => {
  const t = await openLogin('/login?tab=register', {}, { minPasswordLength: 12 })
  assert.match(t.page.textContent, /At least 12 characters\./)
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'elevenchars' })
  await t.submit()
  assert.match(t.page.textContent, /Password must be at least 12 characters/)
  assert.equal(t.calls().includes('POST /auth/v1/signup'), false)
})

test('shows the provider’s message about a weak password next to the password field', async () => {
  const message = 'Password is too similar to your name.'
  const t = await openLogin('/login?tab=register', {
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
  const t = await openLogin('/login?tab=register')
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

test.for([
  [{ minPasswordLength: 6 }, '/post/7'],
  [{}, '/auth'], // hosted projects redirect only to the URLs that they allow
] as const)('emails a confirmation link that leads to the requested page: %j', async ([site, path]) => {
  const destinations: (string | null)[] = []
  const refuse: Answers[string] = ({ search }) => {
    destinations.push(search.get('redirect_to'))
    return refusedBy(429, 'over_request_rate_limit', 'Too many requests.')
  }
  const t = await openLogin('/login?tab=register&next=%2Fpost%2F7', { 'POST /auth/v1/signup': refuse }, site)
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  await settleUntil(() => assert.deepEqual(destinations, [location.origin + path]))
})

const token = 'invitation-'.padEnd(32, '0')
const getInvited = `GET /api/invitations/${token}`
const invited = { [getInvited]: () => Response.json({ invitedBy: 'Ada Archer' }) }
const invitedOnly = { registration: { mode: 'invitation' as const } }

test('sends the solution to the server’s challenge only once', async () => {
  let given = 0
  const t = await openLogin(
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
    await settleUntil(() => assert.equal(t.calls().filter((call) => call === 'POST /auth/v1/signup').length, tries + 1))
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
  const t = await openLogin('/login?tab=register', challenge, { minPasswordLength: 6 })
  const trap = t.field('website')
  assert.ok(trap.closest('[aria-hidden=true]'))
  assert.equal(trap.tabIndex, -1)
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.enter({ website: 'https://spam.example' })
  await t.submit()
  await settleUntil(() => assert.ok(t.calls().includes('POST /auth/v1/signup')))
  const { body } = t.asked.find(({ call }) => call === 'POST /auth/v1/signup')!
  assert.match(JSON.stringify(body), /spam\.example/)
})

test('leads the owner of a new site to its setup, unless they came for another page', async () => {
  const pageAfter = async (address: string) => {
    localStorage.clear()
    const t = await openLogin(address, {}, { ownerUsername: null })
    await t.enter({
      username: 'alice',
      fullName: 'Alice Archer',
      email: 'alice@example.org',
      password: 'correct horse',
    })
    await t.submit()
    return [...t.page.querySelectorAll('a')].find((one) => one.textContent === 'Continue')?.getAttribute('href')
  }
  assert.equal(await pageAfter('/login?tab=register'), '/admin/setup')
  assert.equal(await pageAfter('/login?tab=register&next=%2Fblog'), '/blog')
})

test('offers the link to continue only once the registration has finished', async () => {
  const created = Promise.withResolvers<Response>()
  const t = await openLogin('/login?tab=register', { 'POST /api/users': () => created.promise })
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.ok(localStorage.getItem('supabase_auth_token'))
  assert.doesNotMatch(t.page.textContent, /Continue$|You’re signed in/)
  await settle(() => created.resolve(Response.json(alice)))
  assert.match(t.page.textContent, /You’re signed in as Alice Archer. Continue/)
})

test('tells new members that they are waiting for approval, and keeps the session', async () => {
  const t = await openLogin(
    '/login?tab=register',
    { 'POST /api/users': waitingMember },
    { registration: { mode: 'approval' }, emailsDecisions: true },
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

test('offers no way to register on a closed site', async () => {
  const t = await openLogin('/login?tab=register', {}, { isRegistrationOpen: false })
  assert.match(t.page.textContent, /Registration is closed on this site/)
  assert.equal(t.page.querySelector('form'), null)
  assert.doesNotMatch(t.page.textContent, /Continue with GitHub/)
  const login = await openLogin('/login', {}, { isRegistrationOpen: false })
  assert.match(login.page.textContent, /Continue with GitHub/)
})

test('explains that an invitation is needed, and shows the form to people who have one', async () => {
  const without = await openLogin('/login?tab=register', {}, invitedOnly)
  assert.match(without.page.textContent, /You need an invitation to join this site/)
  assert.equal(without.page.querySelector('form'), null)
})

test('registers with the invitation, and keeps it when the tab changes', async () => {
  const t = await openLogin(`/login?tab=register&invite=${token}`, invited, invitedOnly)
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

test('keeps typed text while the invitation is checked on an open site', async () => {
  const checked = Promise.withResolvers<void>()
  const slow = { [getInvited]: () => checked.promise.then(() => invited[getInvited]!()) }
  const t = await openLogin(`/login?tab=register&invite=${token}`, slow)
  assert.match(t.page.textContent, /Checking your invitation/)
  await t.enter({ username: 'alice', fullName: 'Alice Archer' })
  await settle(checked.resolve)
  assert.match(t.page.textContent, /Ada Archer invited you to join/)
  assert.deepEqual([t.field('username').value, t.field('fullName').value], ['alice', 'Alice Archer'])
})

test('shows no form for an invitation that cannot be used, unless others can register too', async () => {
  const gone = { [getInvited]: () => Response.json({ message: 'Not found' }, { status: 404 }) }
  const limited = await openLogin(`/login?tab=register&invite=${token}`, gone, invitedOnly)
  assert.match(limited.page.textContent, /has expired, been revoked, or been used up/)
  assert.equal(limited.page.querySelector('form'), null)
})

test('shows the form with a note if the invitation cannot be used on an open site', async () => {
  const gone = { [getInvited]: () => Response.json({ message: 'Not found' }, { status: 404 }) }
  const t = await openLogin(`/login?tab=register&invite=${token}`, gone)
  assert.match(t.page.textContent, /has expired, been revoked, or been used up/)
  assert.ok(t.page.querySelector('form'))
})

test('lists the email domains that can register, and shows the error for any other domain next to the field', async () => {
  const domains = { registration: { mode: 'domains' as const, domains: ['a.example', 'b.example'] } }
  const rejected = () => refusedBy(403, 'email_domain_not_allowed', 'Use an email address at a.example or b.example')
  const t = await openLogin('/login?tab=register', { 'POST /auth/v1/signup': rejected }, domains)
  assert.match(t.page.textContent, /email address at a\.example or b\.example or an invitation link/)
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.equal(document.activeElement, t.field('email'))
  assert.match(t.page.textContent, /Use an email address at a\.example or b\.example/)
})

test('stores the profile locally if creating it on the server fails', async () => {
  const t = await openLogin('/login?tab=register', { 'POST /api/users': () => new Response('', { status: 503 }) })
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.equal(JSON.parse(localStorage.getItem('user_profile')!).username, 'alice')
})

test('asks new members to confirm their email address if required', async () => {
  const t = await openLogin('/login?tab=register', { 'POST /auth/v1/signup': () => Response.json(user) })
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.match(shownToast()?.description ?? '', /email that we sent to alice@example.org/)
  assert.equal(t.calls().includes('POST /api/users'), false)
})

test('shows an error next to the field for a taken username', async () => {
  const taken = { code: 'username_taken', message: 'Username is already taken' }
  const t = await openLogin('/login?tab=register', {
    'POST /auth/v1/signup': () => Response.json(taken, { status: 409 }),
  })
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.match(t.page.textContent, /Username is already taken/)
  assert.equal(document.activeElement, t.field('username'))
  assert.equal(t.field('fullName').value, 'Alice Archer')
})

test('checks the username before registering, because a hosted provider does not store usernames', async () => {
  const t = await openLogin('/login?tab=register', {
    'GET /api/usernames/alice': () => Response.json({ isTaken: true }),
  })
  await t.enter({ username: 'alice', fullName: 'Another Alice', email: 'a@example.org', password: 'correct horse' })
  await t.submit()
  assert.match(t.page.textContent, /Username is already taken/)
  assert.equal(document.activeElement, t.field('username'))
  assert.deepEqual(t.calls(), ['GET /api/usernames/alice'])
})

test('shows registration errors next to their fields', async () => {
  const t = await openLogin('/login?tab=register')
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

test('lets people whom the site refused before log in with a later invitation', async () => {
  const refused = () => Response.json({ code: 'registration_refused', message: 'Not invited' }, { status: 403 })
  let isInvited = false
  const t = await openLogin(
    `/login?invite=${token}`,
    {
      ...invited,
      'GET /api/users/me': () => (isInvited ? Response.json(alice) : refused()),
      'PUT /auth/v1/user': () => {
        assert.equal(localStorage.getItem('supabase_auth_token'), null)
        isInvited = true
        return Response.json(user)
      },
    },
    invitedOnly,
  )
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  const change = t.asked.find(({ call }) => call === 'PUT /auth/v1/user')
  assert.deepEqual((change!.body as { data: unknown }).data, { invitation: token })
  assert.equal(JSON.parse(localStorage.getItem('user_profile')!).username, 'alice')
  assert.equal(here(), '/')
})

test('shows why the site still refuses the account if the invitation cannot be used', async () => {
  const message = 'This invitation has expired.'
  const t = await openLogin(
    `/login?invite=${token}`,
    {
      ...invited,
      'GET /api/users/me': () => Response.json({ code: 'registration_refused', message }, { status: 403 }),
      'PUT /auth/v1/user': () => Response.json(user),
    },
    invitedOnly,
  )
  await t.enter({ email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.equal(t.page.querySelector('[role=alert]')?.textContent, message)
  assert.equal(t.calls().filter((call) => call === 'PUT /auth/v1/user').length, 1)
  assert.equal(localStorage.getItem('supabase_auth_token'), null)
})

test('shows why the site rejects a new account from a hosted project, instead of a success message', async () => {
  const message = 'Registration is closed on this site.'
  const t = await openLogin('/login?tab=register', {
    'POST /api/users': () => Response.json({ code: 'registration_refused', message }, { status: 403 }),
  })
  await t.enter({ username: 'alice', fullName: 'Alice Archer', email: 'alice@example.org', password: 'correct horse' })
  await t.submit()
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Registration failed', message])
  assert.equal(localStorage.getItem('supabase_auth_token'), null)
  assert.equal(localStorage.getItem('user_profile'), null)
  assert.equal(here(), '/login?tab=register')
})
