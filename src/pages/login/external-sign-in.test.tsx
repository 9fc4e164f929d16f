import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { here, openLogin, refusedBy, session, waitingMember } from '#tests/support/login-page.tsx'
import { type Answers, settleUntil, signInHere } from '#tests/support/mount.tsx'

/** The embedded provider, which has its own rules for passwords. */
const embedded = { url: 'http://site.test', anonKey: 'sb_publishable_embedded' }
const openEmbedded = (address: string, answers: Answers = {}, site: Partial<SiteInfo> = {}) =>
  openLogin(
    address,
    { 'GET /api/config/supabase': () => Response.json(embedded), ...answers },
    { minPasswordLength: 6, ...site },
  )

/** Opens the page to which the browser returns, with the verifier that it stored when the sign-in started. */
function openReturn(address: string, answers: Answers = {}) {
  localStorage.setItem('supabase_auth_token-code-verifier', JSON.stringify('verifier'))
  return openEmbedded(address, answers)
}

const title = (page: HTMLElement) => page.querySelector('h1')?.textContent

beforeEach(() => dismissToast())

test('completes a sign-in at another site, removes the code from the URL, and opens the requested page', async () => {
  const t = await openReturn('/auth?code=abc&next=%2Fsettings')
  await settleUntil(() => assert.equal(here(), '/settings'))
  const exchanges = t.asked.filter(({ call }) => call === 'POST /auth/v1/token')
  assert.deepEqual(
    exchanges.map(({ body }) => body),
    [{ auth_code: 'abc', code_verifier: 'verifier' }],
  )
  assert.ok(t.calls().includes('GET /api/users/me'))
})

test('returns to the settings after connecting an account', async () => {
  signInHere()
  await openReturn('/auth?type=link&code=abc&next=%2Fsettings%2Faccount')
  await settleUntil(() => assert.equal(here(), '/settings/account'))
  assert.equal(shownToast()?.title, 'Account connected')
})

test('returns to the page on which the member was asked to confirm their identity', async () => {
  signInHere()
  await openReturn('/auth?type=confirm&code=abc&next=%2Fsettings%2Fsecurity')
  await settleUntil(() => assert.equal(here(), '/settings/security'))
  assert.deepEqual(
    [shownToast()?.title, shownToast()?.description],
    ['Identity confirmed', 'Make your change again to finish it.'],
  )
})

test('completes the sign-in that was started in this tab, even if another tab has started a later one', async () => {
  localStorage.setItem('supabase_auth_token-flow-first-tab-code-verifier', JSON.stringify('the first verifier'))
  const t = await openReturn('/auth?code=abc&next=%2F&sb_flow_id=first-tab')
  await settleUntil(() => assert.equal(here(), '/'))
  const exchange = t.asked.find(({ call }) => call === 'POST /auth/v1/token')
  assert.deepEqual(exchange?.body, { auth_code: 'abc', code_verifier: 'the first verifier' })
})

test('never opens another site after a sign-in', async () => {
  await openReturn('/auth?code=abc&next=%2F%2Fattacker.example')
  await settleUntil(() => assert.equal(here(), '/'))
})

test.for([
  ['email_exists', 'You already have an account', 'Log in'],
  ['provider_email_needs_verification', 'Sign-in failed', 'Go back to sign-in'],
  ['flow_state_not_found', 'Sign-in failed', 'Go back to sign-in'],
  ['invitation_required', 'You can’t join this site yet', 'log in again'],
  ['user_banned', 'Your account is suspended', 'You can still read'],
] as const)('shows why a sign-in at another site failed, and what to do next: %s', async ([code, heading, step]) => {
  const refuse = () => refusedBy(422, code, 'The reason.')
  const t = await openReturn('/auth?code=abc', { 'POST /auth/v1/token': refuse })
  await settleUntil(() => assert.equal(title(t.page), heading))
  assert.match(t.page.textContent, new RegExp(`The reason\\..*${step}`))
})

test.for([
  ['/auth?next=%2F', 'Sign-in failed', '/login'],
  ['/auth?type=link', 'Account not connected', '/settings/account'],
  ['/auth?type=confirm', 'Identity not confirmed', '/settings/account'],
] as const)('shows an error that the browser has returned with: %s', async ([address, heading, href]) => {
  const error = 'error=access_denied&error_code=provider_refused&error_description=You+canceled.'
  const t = await openEmbedded(`${address}#${error}`)
  assert.deepEqual([title(t.page), here()], [heading, '/auth'])
  assert.match(t.page.textContent, /You canceled\./)
  assert.ok(t.page.querySelector(`a[href="${href}"]`))
})

test('shows an unexpected error that the browser has returned with', async () => {
  const t = await openEmbedded('/auth#error=server_error&error_code=unexpected_failure&error_description=It+failed.')
  assert.equal(title(t.page), 'Sign-in failed')
})

test('says that a sign-in was started in another browser', async () => {
  localStorage.clear()
  const t = await openEmbedded('/auth?code=abc')
  await settleUntil(() => assert.equal(title(t.page), 'Sign-in failed'))
  assert.match(t.page.textContent, /This sign-in was started in another browser\. Start again\./)
})

test('still requires a code, a new password, or approval', async () => {
  const factor = { id: 'app', factor_type: 'totp', status: 'verified', created_at: '', updated_at: '' }
  const access_token = `x.${btoa(JSON.stringify({ aal: 'aal1' }))}.x`
  const withFactor = { ...session, access_token, user: { ...session.user, factors: [factor] } }
  const atCode = await openReturn('/auth?code=abc', { 'POST /auth/v1/token': () => Response.json(withFactor) })
  await settleUntil(() => assert.match(title(atCode.page) ?? '', /code/))
  localStorage.clear()

  const user = { ...session.user, app_metadata: { password_change_required: true } }
  const temporary = { ...session, user }
  const atPassword = await openReturn('/auth?code=abc', { 'POST /auth/v1/token': () => Response.json(temporary) })
  await settleUntil(() => assert.equal(title(atPassword.page), 'Set a new password'))
  localStorage.clear()

  const waiting = await openReturn('/auth?code=abc', { 'GET /api/users/me': waitingMember })
  await settleUntil(() => assert.match(waiting.page.textContent, /Waiting for approval/))
})

test('offers the site’s own provider by its name', async () => {
  const t = await openEmbedded('/login', {}, { signInProvider: 'Example Inc.' })
  const buttons = [...t.page.querySelectorAll('button')].map((button) => button.textContent)
  assert.ok(buttons.includes('Continue with Example Inc.'))
})

test.for([
  ['Example Inc.', 'not offered', () => Response.json({ external: {} })],
  ['GitHub', 'unreachable', () => new Response(null, { status: 503 })],
] as const)('says that signing in with %s is unavailable if it is %s', async ([label, , settings]) => {
  const t = await openEmbedded('/login', { 'GET /auth/v1/settings': settings }, { signInProvider: 'Example Inc.' })
  await t.press(`Continue with ${label}`)
  await settleUntil(() => assert.equal(shownToast()?.title, `Signing in with ${label} is unavailable`))
  assert.equal(shownToast()?.description, 'Try again in a moment.')
})

test('starts a sign-in with PKCE that returns to the requested page and keeps the invitation', async () => {
  const invite = 'a'.repeat(32)
  const external = { github: true }
  const t = await openEmbedded(`/login?next=%2Fsettings&invite=${invite}`, {
    'GET /auth/v1/settings': () => Response.json({ external }),
  })
  const opened: string[] = []
  const { assign } = location
  location.assign = (url) => void opened.push(String(url))
  try {
    await t.press('Continue with GitHub')
    await settleUntil(() => assert.equal(opened.length, 1))
  } finally {
    location.assign = assign
  }
  const { pathname, searchParams } = new URL(opened[0]!)
  assert.equal(pathname, '/auth/v1/authorize')
  assert.deepEqual(
    ['provider', 'invitation', 'code_challenge_method'].map((name) => searchParams.get(name)),
    ['github', invite, 's256'],
  )
  assert.match(searchParams.get('redirect_to')!, /\/auth\?next=%2Fsettings&sb_flow_id=[\w-]{8,}$/)
})
