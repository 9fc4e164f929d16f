import assert from 'node:assert/strict'
import { beforeEach, test, vi } from 'vitest'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { phone, userWith } from '#tests/support/sessions.ts'
import '#web/auth-client.ts'
import { createQueryCache } from '#web/query-cache.ts'
import { settingsSecurityView } from './settings-security.tsx'

const tablet = { ...phone, id: 'app-2', friendly_name: 'Tablet' }
const recovery = { ...phone, id: 'codes', factor_type: 'recovery_code', friendly_name: 'Recovery codes' }
const codes = Array.from({ length: 10 }, (_, i) => `abcdefghjkmnpqr${i}`)
const totp = { qr_code: '<svg/>', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' }
const refused = (status: number, code: string) => () =>
  Response.json({ error_code: code, message: `No: ${code}` }, { status })

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  history.replaceState(null, '', '/settings/security')
  signInHere()
})

type FactorAnswer = typeof phone

async function open(factors: FactorAnswer[], changed: Answers = {}) {
  let current = factors
  const user = () => userWith(current)
  const session = () => ({
    ...(JSON.parse(localStorage.getItem('supabase_auth_token')!) as object),
    token_type: 'bearer',
    expires_in: 3600,
    user: user(),
  })
  const asked = answer({
    'GET /api/users/me': () => Response.json(alice),
    'GET /api/account/sessions': () => Response.json({ devices: [] }),
    'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'key' }),
    'GET /auth/v1/user': () => Response.json(user()),
    'POST /auth/v1/token': () => Response.json(session()),
    'POST /auth/v1/factors': () => Response.json({ id: 'app-2', type: 'totp', friendly_name: 'Tablet', totp }),
    'POST /auth/v1/factors/app-2/challenge': () => Response.json({ id: 'challenge', type: 'totp', expires_at: 9e9 }),
    'POST /auth/v1/factors/app-2/verify': () => {
      current = [...current, tablet]
      return Response.json(session())
    },
    'DELETE /auth/v1/factors/app-1': () => {
      current = current.filter(({ id }) => id !== 'app-1')
      return Response.json({ id: 'app-1' })
    },
    'DELETE /auth/v1/factors/app-2': () => Response.json({ id: 'app-2' }),
    'GET /auth/v1/factors/recovery-codes': () => Response.json({ id: 'codes', total: 10, remaining: 2 }),
    'POST /auth/v1/factors/recovery-codes': () => {
      current = [...current, recovery]
      return Response.json({ id: 'codes', total: 10, codes })
    },
    'POST /auth/v1/factors/recovery-codes/regenerate': () => Response.json({ id: 'codes', total: 10, codes }),
    ...changed,
  })
  const cache = createQueryCache()
  cache.setQueryData(siteQuery.queryKey, {
    name: 'Devstead',
    ownerUsername: 'alice',
    isRegistrationOpen: true,
    canSendEmail: true,
  })
  const { page } = await mount(<settingsSecurityView.View params={{}} query={{}} />, cache)
  await settle()
  const card = () => page.querySelector<HTMLElement>('#two-step')!
  const text = () => card().textContent
  const button = (name: string) =>
    [...card().querySelectorAll('button')].findLast((one) =>
      [one.textContent.trim(), one.getAttribute('aria-label')].includes(name),
    )
  const press = (name: string) => settle(() => button(name)!.click())
  async function submit(values: Record<string, string>) {
    const field = (name: string) => card().querySelector<HTMLInputElement>(`[name=${name}]`)!
    await settle(() => {
      for (const [name, value] of Object.entries(values)) type(field(name), value)
    })
    await settle(() => field(Object.keys(values)[0]!).form!.requestSubmit())
  }
  const apps = () =>
    [...card().querySelectorAll(':is(.factor-apps, .factor-recovery) h3')].map((one) => one.textContent)
  return { page, card, text, button, press, submit, apps, calls: () => asked.map(({ call }) => call), asked }
}

test('tells members that their role requires a second factor, and offers to go back once they have one', async () => {
  history.replaceState(null, '', '/settings/security?next=%2Fadmin%2Fmembers')
  let isNeeded = true
  const t = await open([], {
    'GET /api/users/me': () => Response.json({ ...alice, ...(isNeeded && { needsSecondFactor: true }) }),
  })
  assert.match(t.page.textContent, /Your role on this site requires it/)
  await t.press('Set up an app')
  await t.submit({ name: 'Tablet' })
  isNeeded = false
  await t.submit({ code: '123456' })
  assert.doesNotMatch(t.page.textContent, /Your role on this site requires it/)
  const link = [...t.page.querySelectorAll('a')].find(({ textContent }) => textContent === 'Continue')
  assert.equal(link?.getAttribute('href'), '/admin/members')
})

test('adds the first app and shows recovery codes only once', async () => {
  const t = await open([])
  assert.doesNotMatch(t.text(), /On/)
  await t.press('Set up an app')
  assert.equal(t.card().querySelector<HTMLInputElement>('[name=name]')!.value, 'Authenticator app')
  await t.submit({ name: 'Tablet' })
  assert.deepEqual(t.asked.find(({ call }) => call === 'POST /auth/v1/factors')?.body, {
    friendly_name: 'Tablet',
    factor_type: 'totp',
  })
  const picture = t.card().querySelector('img')!
  assert.match(picture.getAttribute('src')!, /^data:image\/svg\+xml/)
  assert.match(t.text(), /JBSW Y3DP EHPK 3PXP/)
  assert.equal(t.card().querySelector('a')?.getAttribute('href'), totp.uri)
  await t.submit({ code: '123456' })
  assert.equal(t.card().querySelectorAll('.recovery-list li').length, 10)
  assert.match(t.text(), /abcd-efgh-jkmn-pqr0/)
  assert.deepEqual(t.apps(), ['Tablet'])
  await t.press('I’ve saved them')
  assert.doesNotMatch(t.text(), /abcd-efgh/)
  assert.deepEqual(t.apps(), ['Tablet', 'Recovery codes'])
  assert.match(t.text(), /2 of 10 left\. Create new ones soon\./)
})

test('adds a second app under an unused name, without new recovery codes', async () => {
  const t = await open([{ ...phone, friendly_name: 'Authenticator app' }, recovery])
  await t.press('Add another app')
  assert.equal(t.card().querySelector<HTMLInputElement>('[name=name]')!.value, 'Authenticator app 2')
  await t.submit({ name: 'Tablet' })
  await t.submit({ code: '123456' })
  assert.equal(t.calls().includes('POST /auth/v1/factors/recovery-codes'), false)
  assert.equal(shownToast()?.title, 'App added')
  assert.deepEqual(t.apps(), ['Authenticator app', 'Tablet', 'Recovery codes'])
})

test('shows errors next to the fields for a taken name and a wrong code, and removes the app on Cancel', async () => {
  let isTaken = true
  const t = await open([phone], {
    'POST /auth/v1/factors': () =>
      isTaken ? refused(422, 'mfa_factor_name_conflict')() : Response.json({ id: 'app-2', type: 'totp', totp }),
    'POST /auth/v1/factors/app-2/verify': refused(422, 'mfa_verification_failed'),
  })
  await t.press('Add another app')
  await t.submit({ name: ' ' })
  assert.match(t.text(), /Enter a name for the app/)
  await t.submit({ name: 'Phone' })
  assert.match(t.text(), /You already have an app with this name/)
  isTaken = false
  await t.submit({ name: 'Tablet' })
  await t.submit({ code: '000000' })
  assert.match(t.text(), /This code is wrong/)
  await t.press('Cancel')
  assert.ok(t.calls().includes('DELETE /auth/v1/factors/app-2'))
  assert.ok(t.button('Add another app'))
})

test('asks for confirmation before removing the last app, which turns off two-factor authentication', async () => {
  const t = await open([phone])
  assert.match(t.text(), /Added Nov 1, 2026/)
  await t.press('Remove: Phone')
  assert.match(t.text(), /You will sign in with only your password/)
  assert.equal(t.calls().includes('DELETE /auth/v1/factors/app-1'), false)
  await t.press('Remove')
  assert.equal(shownToast()?.description, 'You now sign in with only your password.')
  assert.deepEqual(t.apps(), [])
})

test('removes one of several apps and refreshes the session, and shows an error if the request fails', async () => {
  let fails = true
  const t = await open([phone, tablet], {
    'DELETE /auth/v1/factors/app-2': () =>
      fails ? refused(500, 'unexpected_failure')() : Response.json({ id: 'app-2' }),
  })
  await t.press('Remove: Tablet')
  await t.press('Remove')
  assert.equal(shownToast()?.title, 'App not removed')
  fails = false
  await t.press('Remove: Tablet')
  await t.press('Remove')
  assert.equal(shownToast()?.description, 'Your other apps still work.')
  assert.ok(t.calls().includes('POST /auth/v1/token'))
})

test('replaces recovery codes after confirmation, and creates missing codes immediately', async () => {
  const t = await open([phone, recovery])
  await t.press('Create new codes')
  assert.match(t.text(), /Your current codes will stop working/)
  await t.press('Create new codes')
  assert.ok(t.calls().includes('POST /auth/v1/factors/recovery-codes/regenerate'))
  assert.equal(t.card().querySelectorAll('.recovery-list li').length, 10)
  t.card().remove()
  const other = await open([phone])
  assert.match(other.text(), /You have none\. If you lose your app, you can’t sign in\./)
  await other.press('Create recovery codes')
  assert.equal(other.card().querySelectorAll('.recovery-list li').length, 10)
})

test('copies, downloads, and prints the codes', async () => {
  const t = await open([phone])
  await t.press('Create recovery codes')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await t.press('Copy')
  const [text] = copied.mock.calls[0]!
  assert.match(
    text,
    /^Recovery codes for alice@example.org on Devstead\nEach code works once\.\n\nabcd-efgh-jkmn-pqr0\n/,
  )
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  await t.press('Download')
  assert.equal(await (saved.mock.calls[0]![0] as Blob).text(), text)
  const printed = vi.fn<() => void>()
  vi.stubGlobal('print', printed)
  await t.press('Print')
  assert.equal(printed.mock.calls.length, 1)
  vi.unstubAllGlobals()
})

test('reloads a list of apps that previously failed to load', async () => {
  let fails = true
  const t = await open([phone], {
    'GET /auth/v1/user': () =>
      fails ? refused(500, 'unexpected_failure')() : Response.json({ id: 'user-1', factors: [phone] }),
  })
  assert.match(t.text(), /Your apps failed to load/)
  fails = false
  await t.press('Try Again')
  assert.deepEqual(t.apps(), ['Phone', 'Recovery codes'])
})
