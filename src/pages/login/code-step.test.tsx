import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { useSearch } from 'wouter'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { loginAddress } from '#features/people/accounts/account-addresses.contract.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { phone, sessionOn, userWith } from '#tests/support/sessions.ts'
import '#web/auth-client.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { isSignedIn } from '#web/session.ts'
import { loginView } from './login.tsx'

const user = userWith([phone])
const tablet = { ...phone, id: 'app-2', friendly_name: 'Tablet' }
const refused = (status: number, code: string) => () =>
  Response.json({ error_code: code, message: `No: ${code}` }, { status })

const answers: Answers = {
  'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'key' }),
  'POST /auth/v1/token': () => Response.json(sessionOn('aal1')),
  'GET /auth/v1/user': () => Response.json(user),
  'POST /auth/v1/factors/app-1/challenge': () => Response.json({ id: 'challenge', type: 'totp', expires_at: 9e9 }),
  'POST /auth/v1/factors/app-2/challenge': () => Response.json({ id: 'challenge', type: 'totp', expires_at: 9e9 }),
  'POST /auth/v1/factors/app-1/verify': () => Response.json(sessionOn('aal2')),
  'POST /auth/v1/factors/app-2/verify': () => Response.json(sessionOn('aal2')),
  'POST /auth/v1/factors/recovery-codes/verify': () => Response.json(sessionOn('aal2')),
  'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
  'GET /api/users/me': () => Response.json(alice),
}

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

function Page() {
  return <loginView.View params={{}} query={loginAddress.queryIn(new URLSearchParams(useSearch()))} />
}

async function open(address: string, changed: Answers = {}) {
  history.replaceState(null, '', address)
  const asked = answer({ ...answers, ...changed })
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, {
    name: 'Devstead',
    ownerUsername: 'alice',
    isRegistrationOpen: true,
    canSendEmail: true,
  })
  const { page } = await mount(<Page />, cache)
  await settle()
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`)!
  async function submit(values: Record<string, string>) {
    await settle(() => {
      for (const [name, value] of Object.entries(values)) type(field(name), value)
    })
    await settle(() => page.querySelector('form')!.requestSubmit())
  }
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === name)!.click())
  const calls = () => asked.map(({ call }) => call)
  return { page, asked, calls, field, submit, press, title: () => page.querySelector('h1')?.textContent }
}

const login = { email: 'alice@example.org', password: 'correct horse' }
const here = () => location.pathname + location.search
const asksForCode = 'Enter the code from your app'

test('asks for the app’s code after the password, and does not fetch the profile before the code', async () => {
  const t = await open('/login?next=/settings')
  await t.submit(login)
  assert.equal(t.title(), asksForCode)
  assert.equal(isSignedIn(), false)
  assert.equal(document.activeElement, t.field('code'))
  assert.deepEqual([t.field('code').inputMode, t.field('code').autocomplete], ['numeric', 'one-time-code'])
  assert.equal(t.calls().includes('GET /api/users/me'), false)
  await t.submit({ code: '123 456' })
  const verify = t.asked.find(({ call }) => call === 'POST /auth/v1/factors/app-1/verify')!
  assert.deepEqual(verify.body, { challenge_id: 'challenge', code: '123456' })
  assert.equal(JSON.parse(localStorage.getItem('user_profile')!).displayName, 'Alice Archer')
  assert.deepEqual([isSignedIn(), here()], [true, '/settings'])
})

test('retries the profile request up to three times after the code, and shows the code step in the meantime', async () => {
  let times = 0
  const t = await open('/login', {
    'GET /api/users/me': () => (++times < 3 ? Response.json({ message: 'no' }, { status: 401 }) : Response.json(alice)),
    'POST /auth/v1/token': ({ search }) =>
      Response.json(sessionOn(search.get('grant_type') === 'password' ? 'aal1' : 'aal2')),
  })
  await t.submit(login)
  await t.submit({ code: '123456' })
  assert.deepEqual([t.title(), here()], [asksForCode, '/login'])
  await settle(() => new Promise((resolve) => setTimeout(resolve, 1200)))
  assert.deepEqual([times, here()], [3, '/'])
})

test('rejects a malformed code without a request, and shows an error next to the field for a wrong code', async () => {
  const t = await open('/login', {
    'POST /auth/v1/factors/app-1/verify': refused(422, 'mfa_verification_failed'),
  })
  await t.submit(login)
  const before = t.calls().length
  await t.submit({ code: '12345' })
  assert.match(t.page.textContent, /Enter the six digits/)
  assert.equal(t.calls().length, before)
  await t.submit({ code: '000000' })
  assert.match(t.page.textContent, /This code is wrong or was already used/)
  assert.deepEqual([t.field('code').value, isSignedIn(), here()], ['000000', false, '/login'])
})

test('shows when to try again after too many attempts', async () => {
  const t = await open('/login', {
    'POST /auth/v1/factors/app-1/verify': () =>
      Response.json(
        { error_code: 'over_request_rate_limit', message: 'Request rate limit reached' },
        { status: 429, headers: { 'retry-after': '42' } },
      ),
  })
  await t.submit(login)
  await t.submit({ code: '000000' })
  assert.match(t.page.textContent, /Request rate limit reached\. Try again in 42 seconds\./)
})

test('lets the member choose between several apps', async () => {
  const several = userWith([phone, tablet])
  const t = await open('/login', {
    'POST /auth/v1/token': () => Response.json(sessionOn('aal1', [phone, tablet])),
    'GET /auth/v1/user': () => Response.json(several),
  })
  await t.submit(login)
  await t.submit({ appId: 'app-2', code: '123456' })
  assert.ok(t.calls().includes('POST /auth/v1/factors/app-2/verify'))
  assert.equal(here(), '/')
})

test('accepts a recovery code', async () => {
  const t = await open('/login')
  await t.submit(login)
  await t.press('Use a recovery code instead')
  assert.deepEqual([t.title(), document.activeElement], ['Enter a recovery code', t.field('code')])
  await t.submit({ code: ' abcd-efgh-jkmn-pqrs ' })
  const verify = t.asked.find(({ call }) => call === 'POST /auth/v1/factors/recovery-codes/verify')!
  assert.deepEqual(verify.body, { code: 'abcd-efgh-jkmn-pqrs' })
  assert.equal(here(), '/')
})

test('signs out when the member goes back to the password form', async () => {
  const t = await open('/login')
  await t.submit(login)
  await t.press('Back to sign-in')
  assert.equal(t.title(), 'Welcome back')
  assert.equal(localStorage.getItem('supabase_auth_token'), null)
})

test('continues an incomplete session by asking for the code', async () => {
  localStorage.setItem('supabase_auth_token', JSON.stringify(sessionOn('aal1')))
  const t = await open('/login?next=/settings')
  assert.equal(t.title(), asksForCode)
  await t.submit({ code: '123456' })
  assert.equal(here(), '/settings')
})

test('asks for the code before a password reset from an email link', async () => {
  const t = await open('/auth?type=recovery&token_hash=abc', {
    'POST /auth/v1/verify': () => Response.json(sessionOn('aal1')),
    'PUT /auth/v1/user': () => Response.json(user),
  })
  await t.press('Continue')
  assert.equal(t.title(), asksForCode)
  await t.submit({ code: '123456' })
  assert.equal(t.title(), 'Set a new password')
  await t.submit({ password: 'a new horse' })
  assert.equal(shownToast()?.title, 'Password changed')
  assert.equal(here(), '/')
})
