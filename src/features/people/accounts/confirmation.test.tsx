import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import type { SiteInfo } from '#features/discovery/site/site.contract.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { dismissToast } from '#ui/toasts.ts'
import { call } from '#web/call.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { answer, type Answers, mount, settle, settleUntil, signInHere, type } from '#tests/support/mount.tsx'
import { phone, sessionOn, userWith } from '#tests/support/sessions.ts'
import '#web/auth-client.ts'
import { Confirmation } from './confirmation.tsx'
import './confirmation-dialog.tsx'
import { askIdentity } from './identity-client.hooks.ts'

const recovery = { ...phone, id: 'codes', factor_type: 'recovery_code', friendly_name: 'Recovery codes' }

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  signInHere()
})

/** Mounts the dialog with a site that accepts changes only after the member has confirmed their identity. */
async function open(factors: object[] = [], changed: Answers = {}, site: Partial<SiteInfo> = {}) {
  let isProven = false
  const passes = () => {
    isProven = true
    return new Response(null, { status: 204 })
  }
  const refusal = { code: 'reauthentication_needed', message: 'Confirm it’s you to continue.' }
  const asked = answer({
    'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'key' }),
    'GET /auth/v1/settings': () => Response.json({ passkeys_enabled: false }),
    'GET /auth/v1/user': () => Response.json(userWith(factors)),
    'POST /api/change': () =>
      isProven ? new Response(null, { status: 204 }) : Response.json(refusal, { status: 403 }),
    'PUT /auth/v1/user': () =>
      isProven
        ? Response.json(userWith(factors))
        : Response.json({ error_code: refusal.code, msg: refusal.message }, { status: 400 }),
    'POST /api/account/proof': ({ body }) =>
      (body as { password: string }).password === 'a horse'
        ? passes()
        : Response.json({ message: 'That’s not your password.' }, { status: 400 }),
    'POST /auth/v1/factors/app-1/challenge': () => Response.json({ id: 'challenge', type: 'totp', expires_at: 9e9 }),
    'POST /auth/v1/factors/app-1/verify': () => {
      passes()
      return Response.json(sessionOn('aal2', factors))
    },
    'POST /auth/v1/factors/recovery-codes/verify': () => {
      passes()
      return Response.json(sessionOn('aal2', factors))
    },
    ...changed,
  })
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, {
    name: 'Devstead',
    ownerUsername: null,
    isRegistrationOpen: true,
    canSendEmail: true,
    ...site,
  })
  const { page } = await mount(<Confirmation />, cache)
  const dialog = () => page.querySelector('dialog')
  const outcomes: unknown[] = []
  async function begin(change: () => Promise<unknown>) {
    void change().then(
      (value) => outcomes.push(value ?? 'done'),
      (reason: Error) => outcomes.push(reason.message),
    )
    await settleUntil(() => assert.ok(dialog()))
  }
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === name)!.click())
  async function submit(name: string, value: string) {
    const field = page.querySelector<HTMLInputElement>(`[name=${name}]`)!
    await settle(() => type(field, value))
    await settle(() => field.form!.requestSubmit())
  }
  const count = (call: string) => asked.filter((one) => one.call === call).length
  return { page, dialog, begin, press, submit, outcomes, count }
}

const makeChange = endpoint('POST /api/change', {
  summary: 'Make a change',
  access: 'member',
  body: z.object({ text: z.string() }),
  answer: z.null(),
})
const change = () => call(makeChange, { body: { text: 'typed' } })

test('retries a rejected request once the member has entered their password', async () => {
  const t = await open()
  await t.begin(change)
  assert.equal(document.activeElement, t.page.querySelector('[name=password]'))
  const username = () => t.page.querySelector<HTMLInputElement>('[name=username]')?.value
  await settleUntil(() => assert.equal(username(), 'alice@example.org'))
  assert.equal(t.page.querySelector('[name=password]')?.getAttribute('autocomplete'), 'current-password')
  await t.submit('password', 'another horse')
  assert.equal(t.page.querySelector('.field-error')?.textContent, 'That’s not your password.')
  assert.equal(t.count('POST /api/change'), 1)
  await t.submit('password', 'a horse')
  assert.deepEqual(t.outcomes, ['done'])
  assert.deepEqual([t.count('POST /api/change'), t.dialog()], [2, null])
})

test('also retries a request to the identity provider', async () => {
  const t = await open()
  await t.begin(() => askIdentity((auth) => auth.updateUser({ email: 'new@example.org' })))
  await t.submit('password', 'a horse')
  assert.equal((t.outcomes[0] as { ok: boolean }).ok, true)
  assert.equal(t.count('PUT /auth/v1/user'), 2)
})

test('asks only once when several requests are waiting', async () => {
  const t = await open()
  await t.begin(() => Promise.all([change(), change()]))
  assert.equal(t.page.querySelectorAll('dialog').length, 1)
  await t.submit('password', 'a horse')
  assert.deepEqual([t.outcomes.length, t.count('POST /api/account/proof')], [1, 1])
})

test('reports the error and retries nothing if the member cancels', async () => {
  const t = await open()
  await t.begin(change)
  await t.press('Cancel')
  assert.match(String(t.outcomes[0]), /^403: .*Confirm it’s you/)
  assert.deepEqual([t.count('POST /api/change'), t.dialog()], [1, null])
})

test('accepts a code from an authenticator app or a recovery code if the account has a second factor', async () => {
  const app = await open([phone])
  await app.begin(change)
  assert.equal(app.page.textContent.includes('Use a recovery code'), false)
  await app.press('Use a code from your app')
  await app.submit('code', '123 456')
  assert.deepEqual(app.outcomes, ['done'])
  app.page.remove()
  const codes = await open([phone, recovery])
  await codes.begin(change)
  await codes.press('Use a recovery code')
  await codes.submit('code', 'abcd-efgh')
  assert.deepEqual(codes.outcomes, ['done'])
})

test('asks members who sign in only through another site to sign in again', async () => {
  const github = { ...userWith([]), identities: [{ provider: 'github' }] }
  const t = await open([], { 'GET /auth/v1/user': () => Response.json(github) })
  await t.begin(change)
  await settleUntil(() => assert.match(t.dialog()!.textContent, /sign out and sign in again/))
  assert.equal(t.page.querySelector('[name=password]'), null)
})

test('offers members without a password to confirm their identity at another site, without a new session', async () => {
  const github = { ...userWith([]), identities: [{ identity_id: 'id', provider: 'github' }] }
  const started: URLSearchParams[] = []
  const answers: Answers = {
    'GET /auth/v1/user': () => Response.json(github),
    'GET /auth/v1/user/identities/authorize': ({ search }) => {
      started.push(search)
      return Response.json({ url: 'https://github.test/authorize' })
    },
  }
  const t = await open([], answers, { minPasswordLength: 6 })
  await t.begin(change)
  await settleUntil(() => assert.match(t.dialog()!.textContent, /Sign in again.*Continue with GitHub/))
  const opened: string[] = []
  const { assign } = location
  location.assign = (url) => void opened.push(String(url))
  try {
    const buttons = [...t.dialog()!.querySelectorAll('button')]
    await settle(() => buttons.find((button) => button.textContent === 'Continue with GitHub')!.click())
    await settleUntil(() => assert.deepEqual(opened, ['https://github.test/authorize']))
  } finally {
    location.assign = assign
  }
  assert.equal(started[0]?.get('purpose'), 'confirm')
  assert.match(started[0].get('redirect_to')!, /\/auth\?type=confirm&next=/)
})

test('rejects the request if no dialog is available to ask for confirmation', async () => {
  answer({
    'POST /api/change': () => Response.json({ code: 'reauthentication_needed', message: 'Confirm' }, { status: 403 }),
  })
  await assert.rejects(change(), { status: 403 })
})
