import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import '#web/auth-client.ts'
import { PasskeysCard } from './passkeys-card.tsx'
import { ceremonyWords } from './passkeys.contract.ts'

const phone = {
  id: '7d9c2a34-6f0e-4b1a-9c55-0d3f5a1b2c3d',
  friendly_name: 'My phone',
  backed_up: true,
  created_at: '2026-11-01T10:00:00.000Z',
  last_used_at: '2026-11-21T10:00:00.000Z',
}
const key = { id: '8d9c2a34-6f0e-4b1a-9c55-0d3f5a1b2c3d', created_at: '2026-11-02T10:00:00.000Z' }
const session = {
  access_token: 'token of user-1',
  refresh_token: 'another',
  token_type: 'bearer',
  expires_in: 3600,
  user: { id: 'user-1' },
}
const list = 'GET /auth/v1/passkeys'
const one = (method: string) => `${method} /auth/v1/passkeys/${phone.id}`
const offers = (passkeys_enabled?: boolean) => () => Response.json({ external: { email: true }, passkeys_enabled })

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  signInHere()
})

async function open(answers: Answers = {}) {
  let passkeys: object[] = [phone, key]
  const asked = answer({
    'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'key' }),
    'GET /auth/v1/settings': offers(true),
    'POST /auth/v1/token': () => Response.json(session),
    [list]: () => Response.json(passkeys),
    [one('PATCH')]: ({ body }) => {
      passkeys = [{ ...phone, ...(body as object) }, key]
      return Response.json(passkeys[0])
    },
    [one('DELETE')]: () => {
      passkeys = [key]
      return new Response(null, { status: 204 })
    },
    ...answers,
  })
  const { page } = await mount(<PasskeysCard />)
  await settle()
  const rows = () => [...page.querySelectorAll('li')].map((row) => row.textContent)
  const button = (name: string) =>
    [...page.querySelectorAll('button')].find((found) =>
      [found.textContent.trim(), found.getAttribute('aria-label')].includes(name),
    )
  const press = (name: string) => settle(() => button(name)!.click())
  const confirm = () => settle(() => page.querySelector<HTMLElement>('dialog[open] [data-variant=danger]')!.click())
  async function rename(name: string) {
    await press('Rename: My phone')
    await settle(() => type(page.querySelector<HTMLInputElement>('input[name=name]')!, name))
    await settle(() => page.querySelector('form')!.requestSubmit())
  }
  return { page, asked, rows, button, press, confirm, rename }
}

test('lists passkeys with their names and dates, and shows whether they are synced', async () => {
  const t = await open()
  const [first, second] = t.rows()
  assert.match(first!, /^My phone SyncedAdded Nov 1, 2026Last used /)
  assert.match(second!, /^Passkey Added Nov 2, 2026Never used/)
})

test('still lists and removes passkeys in a browser that does not support them', async () => {
  const t = await open()
  assert.match(t.page.textContent, /This browser doesn’t support passkeys\./)
  assert.equal(t.button('Add another passkey'), undefined)
  await t.press('Remove: My phone')
  await t.confirm()
  assert.equal(shownToast()?.title, 'Passkey removed')
  assert.equal(t.rows().length, 1)
})

test('treats a passkey that no longer exists as removed, and shows other failures', async () => {
  let status = 503
  const t = await open({ [one('DELETE')]: () => Response.json({ code: 'x', message: 'No' }, { status }) })
  await t.press('Remove: My phone')
  await t.confirm()
  assert.equal(shownToast()?.title, 'Passkey not removed')
  assert.equal(t.rows().length, 2)
  status = 404
  await t.press('Remove: My phone')
  await t.confirm()
  assert.equal(shownToast()?.title, 'Passkey removed')
})

test('renames a passkey; shows an error next to the field for an invalid name', async () => {
  const t = await open()
  await t.rename('   ')
  assert.match(t.page.textContent, /Enter a name for the passkey/)
  await t.press('Cancel')
  await t.rename('  Work phone ')
  assert.deepEqual(t.asked.find(({ call }) => call === one('PATCH'))?.body, { friendly_name: 'Work phone' })
  assert.match(t.rows()[0]!, /^Work phone /)
  assert.equal(t.page.querySelector('dialog[open]'), null)
})

test('does not request passkeys from a provider without passkey support', async () => {
  for (const isOffered of [undefined, false]) {
    const t = await open({ 'GET /auth/v1/settings': offers(isOffered) })
    assert.match(t.page.textContent, /This site’s sign-in service doesn’t support passkeys\./)
    assert.equal(
      t.asked.some(({ call }) => call === list),
      false,
    )
  }
})

test('reloads a list that previously failed to load', async () => {
  let fails = true
  const t = await open({ [list]: () => (fails ? new Response('', { status: 503 }) : Response.json([phone])) })
  assert.deepEqual(t.rows(), [])
  fails = false
  await t.press('Try Again')
  assert.equal(t.rows().length, 1)
})

test('has a readable message for every browser error code', () => {
  const words = (name: string, code = 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY') =>
    ceremonyWords({ name, code }, 'It was closed.')
  assert.equal(words('NotAllowedError'), 'It was closed.')
  assert.equal(words('AbortError', 'ERROR_CEREMONY_ABORTED'), 'It was closed.')
  assert.match(words('InvalidStateError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'), /already has a passkey/)
  assert.match(words('SecurityError', 'ERROR_INVALID_RP_ID'), /only work at this site’s configured address/)
  assert.match(words('ConstraintError', 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT'), /needs a screen lock/)
  assert.match(words('TypeError'), /Try again/)
})
