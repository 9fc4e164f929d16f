import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import '#web/auth-client.ts'
import { settingsSecurityView } from './settings-security.tsx'

const here = {
  id: '7d9c2a34-6f0e-4b1a-9c55-0d3f5a1b2c3d',
  name: 'Firefox on Linux',
  network: '192.0.2.0/24',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: '2026-11-21T10:00:00.000Z',
  isCurrent: true,
}
const there = { ...here, id: '8d9c2a34-6f0e-4b1a-9c55-0d3f5a1b2c3d', name: 'Safari on iPhone', isCurrent: false }
const list = 'GET /api/account/sessions'
const end = `DELETE /api/account/sessions/${there.id}`
const logout = 'POST /auth/v1/logout'

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  history.replaceState(null, '', '/settings/security')
  signInHere()
})

async function open(answers: Answers = {}) {
  let devices = [here, there]
  const asked = answer({
    'GET /api/users/me': () => Response.json(alice),
    'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'key' }),
    'GET /auth/v1/user': () => Response.json({ id: 'user-1', email: 'alice@example.org' }),
    [list]: () => Response.json({ devices }),
    [end]: () => {
      devices = [here]
      return new Response(null, { status: 204 })
    },
    [logout]: () => {
      devices = [here]
      return new Response(null, { status: 204 })
    },
    ...answers,
  })
  const { page } = await mount(<settingsSecurityView.View params={{}} query={{}} />)
  await settle()
  const card = () => page.querySelector<HTMLElement>('#sessions')!
  const rows = () => [...card().querySelectorAll('li')].map((row) => row.textContent)
  const button = (name: string) =>
    [...card().querySelectorAll('button')].find((one) =>
      [one.textContent.trim(), one.getAttribute('aria-label')].includes(name),
    )
  const press = (name: string) => settle(() => button(name)!.click())
  return { card, rows, button, press, asked }
}

test('lists sessions with their date and network, and marks the current session', async () => {
  const t = await open()
  const [first, second] = t.rows()
  assert.match(first!, /^Firefox on Linux This device192\.0\.2\.0\/24Signed in Nov 1, 2026Last used /)
  assert.match(second!, /^Safari on iPhone /)
  assert.equal(t.button('Sign out: Firefox on Linux'), undefined)
})

test('ends a session and removes it from the list', async () => {
  const t = await open()
  await t.press('Sign out: Safari on iPhone')
  assert.equal(shownToast()?.description, 'Safari on iPhone has been signed out.')
  assert.equal(t.rows().length, 1)
  assert.match(t.card().textContent, /You’re not signed in anywhere else/)
})

test('treats a session that has already ended as signed out, and shows other errors', async () => {
  let status = 404
  const t = await open({ [end]: () => Response.json({ message: 'No' }, { status }) })
  await t.press('Sign out: Safari on iPhone')
  assert.equal(shownToast()?.title, 'Signed out')
  status = 503
  await t.press('Sign out: Safari on iPhone')
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Sign-out failed', 'No'])
})

test('signs out everywhere else through the provider and keeps this session', async () => {
  const t = await open()
  await t.press('Sign out everywhere else')
  const call = t.asked.find((one) => one.call === logout)!
  assert.equal(call.headers.get('authorization'), 'Bearer token of user-1')
  assert.equal(t.rows().length, 1)
  assert.ok(localStorage.getItem('supabase_auth_token'))
})

test('shows that the provider does not list sessions, and still signs out everywhere else', async () => {
  const message = 'This site’s sign-in service does not list sessions.'
  const t = await open({ [list]: () => Response.json({ message }, { status: 501 }) })
  assert.match(t.card().textContent, /This site’s sign-in service does not list sessions\./)
  assert.equal(t.button('Try Again'), undefined)
  await t.press('Sign out everywhere else')
  assert.equal(shownToast()?.description, 'You’re now signed in only on this device.')
})

test('reloads a list that previously failed to load', async () => {
  let fails = true
  const t = await open({
    [list]: () => (fails ? new Response('', { status: 503 }) : Response.json({ devices: [here, there] })),
  })
  assert.deepEqual(t.rows(), [])
  fails = false
  await t.press('Try Again')
  assert.equal(t.rows().length, 2)
})
