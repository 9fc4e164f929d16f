import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import '#web/auth-client.ts'
import { settingsAccountView } from './settings-account.tsx'

const user = { id: 'user-1', email: 'alice@example.org', app_metadata: {}, user_metadata: {} }
const update = 'PUT /auth/v1/user'
const usernames = { username: alice.username, formerUsernames: ['ally'], changesLeft: 2, nextChangeAt: null }
const rename = 'PUT /api/account/username'

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  history.replaceState(null, '', '/settings/account')
  signInHere()
})

async function open(answers: Answers = {}) {
  const asked = answer({
    'GET /api/users/me': () => Response.json(alice),
    'GET /api/config/supabase': () => Response.json({ url: 'http://site.test', anonKey: 'key' }),
    'GET /auth/v1/user': () => Response.json(user),
    'GET /api/account/username': () => Response.json(usernames),
    ...answers,
  })
  const { page } = await mount(<settingsAccountView.View params={{}} query={{}} />)
  await settle()
  const fieldOf = (card: string) => (name: string) => page.querySelector<HTMLInputElement>(`#${card} [name="${name}"]`)!
  const submitTo = (card: string) => async (values: Record<string, string>) => {
    const field = fieldOf(card)
    await settle(() => {
      for (const [name, value] of Object.entries(values)) type(field(name), value)
    })
    await settle(() => field(Object.keys(values)[0]!).form!.requestSubmit())
  }
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === name)!.click())
  const sent = (call: string) => asked.filter((one) => one.call === call).map(({ body }) => body)
  const inPassword = { field: fieldOf('password'), submit: submitTo('password') }
  const inUsername = { field: fieldOf('username'), submit: submitTo('username') }
  const inEmail = { field: fieldOf('email'), submit: submitTo('email') }
  return { page, inPassword, inEmail, inUsername, press, sent }
}

const passwords = { currentPassword: 'an old horse', password: 'a new horse' }

test('returns visitors to the card named in the URL after sign-in', async () => {
  localStorage.clear()
  history.replaceState(null, '', '/settings/account#password')
  const t = await open()
  assert.equal(t.page.querySelector('a')?.getAttribute('href'), '/auth?next=/settings/account%23password')
})

test('focuses the first field of the card named in the URL', async () => {
  history.replaceState(null, '', '/settings/account#password')
  const t = await open()
  assert.equal(document.activeElement, t.inPassword.field('currentPassword'))
})

test('changes the password, clears the fields, and does not store the password', async () => {
  const t = await open({ [update]: () => Response.json(user) })
  await t.inPassword.submit(passwords)
  const [body] = t.sent(update) as [Record<string, unknown>]
  assert.deepEqual([body['password'], body['current_password']], ['a new horse', 'an old horse'])
  assert.equal(shownToast()?.title, 'Password changed')
  assert.deepEqual([t.inPassword.field('currentPassword').value, t.inPassword.field('password').value], ['', ''])
  assert.doesNotMatch(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]), /horse/)
})

test('shows errors next to the fields for missing and short passwords without a request', async () => {
  const t = await open()
  await t.inPassword.submit({ currentPassword: '', password: '12345' })
  assert.match(t.page.textContent, /Enter your current password/)
  assert.match(t.page.textContent, /Password must be at least 6 characters/)
  assert.equal(document.activeElement, t.inPassword.field('currentPassword'))
  assert.deepEqual(t.sent(update), [])
})

test('shows each password error next to its field and keeps the input only in the form', async () => {
  const refusals = [
    [400, 'current_password_invalid', 'currentPassword'],
    [422, 'same_password', 'password'],
    [422, 'weak_password', 'password'],
    [500, 'unexpected_failure', null],
  ] as const
  for (const [status, code, name] of refusals) {
    dismissToast()
    const t = await open({ [update]: () => Response.json({ error_code: code, message: `No: ${code}` }, { status }) })
    await t.inPassword.submit(passwords)
    const faulty = t.page.querySelector<HTMLInputElement>('[aria-invalid=true]')
    assert.equal(faulty?.name ?? null, name, code)
    assert.equal(shownToast()?.title, name ? undefined : 'Password not changed', code)
    assert.deepEqual(
      [t.inPassword.field('currentPassword').value, t.inPassword.field('password').value],
      Object.values(passwords),
    )
    assert.doesNotMatch(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]), /horse/)
    t.page.remove()
  }
})

test('changes the email address immediately if the site sends no email', async () => {
  const t = await open({ [update]: () => Response.json({ ...user, email: 'new@example.org' }) })
  assert.match(t.page.textContent, /You sign in with alice@example.org/)
  await t.inEmail.submit({ email: ' new@example.org ' })
  const [body] = t.sent(update) as [Record<string, unknown>]
  assert.equal(body['email'], 'new@example.org')
  assert.equal(shownToast()?.title, 'Address changed')
  assert.equal(t.inEmail.field('email').value, '')
})

test('asks for confirmation from both mailboxes, even after a reload, and resends the links', async () => {
  let newEmail: string | undefined
  const current = () => Response.json({ ...user, ...(newEmail && { new_email: newEmail }) })
  const t = await open({
    'GET /auth/v1/user': current,
    [update]: ({ body }) => {
      newEmail = (body as { email: string }).email
      return current()
    },
    'POST /auth/v1/resend': () => Response.json({}),
  })
  await t.inEmail.submit({ email: 'new@example.org' })
  const pending = /links to alice@example.org and new@example.org/
  assert.match(t.page.textContent, pending)
  assert.match(t.page.textContent, /You sign in with alice@example.org/)
  await t.press('Send the links again')
  assert.equal((t.sent('POST /auth/v1/resend')[0] as { email: string }).email, 'alice@example.org')
  assert.equal(shownToast()?.title, 'Links sent')
  t.page.remove()
  const again = await open({ 'GET /auth/v1/user': current })
  assert.match(again.page.textContent, pending)
})

test('shows errors next to the field for invalid, unchanged, and taken addresses, and keeps the input otherwise', async () => {
  let status = 422
  const t = await open({ [update]: () => Response.json({ code: 'email_exists', message: 'Taken' }, { status }) })
  const fault = () => t.page.querySelector('#email .field-error')?.textContent
  await t.inEmail.submit({ email: 'nobody' })
  assert.equal(fault(), 'Please enter a valid email address')
  await t.inEmail.submit({ email: 'Alice@example.org' })
  assert.equal(fault(), 'This is already your address')
  assert.deepEqual(t.sent(update), [])
  await t.inEmail.submit({ email: 'taken@example.org' })
  assert.equal(fault(), 'Taken')
  status = 500
  await t.inEmail.submit({ email: 'taken@example.org' })
  assert.equal(shownToast()?.title, 'Address not changed')
  assert.equal(t.inEmail.field('email').value, 'taken@example.org')
})

test('changes the username, shows it on the page and in the stored profile, and lists former usernames', async () => {
  const saved = { ...usernames, username: 'weaver', formerUsernames: ['alice', 'ally'], changesLeft: 1 }
  let isRenamed = false
  const t = await open({
    'GET /api/users/me': () => Response.json(isRenamed ? { ...alice, username: 'weaver' } : alice),
    'GET /api/account/username': () => Response.json(isRenamed ? saved : usernames),
    [rename]: () => {
      isRenamed = true
      return Response.json(saved)
    },
  })
  const card = () => t.page.querySelector('#username')!
  assert.match(card().textContent, /Former usernames: ally/)
  await t.inUsername.submit({ username: 'weaver' })
  assert.deepEqual(t.sent(rename), [{ username: 'weaver' }])
  assert.equal(shownToast()?.description, 'You are now @weaver.')
  assert.match(card().textContent, /\/profile\/weaver.*Former usernames: alice and ally/)
  assert.match(localStorage.getItem('user_profile') ?? '', /"username":"weaver"/)
  assert.equal(t.inUsername.field('username').value, '')
})

test('shows invalid, unchanged, and rejected usernames next to the field, and keeps the input', async () => {
  let status = 409
  const nextChangeAt = '2026-12-24T00:00:00.000Z'
  const t = await open({
    'GET /api/account/username': () => Response.json({ ...usernames, changesLeft: 0, nextChangeAt }),
    [rename]: () => Response.json({ code: 'x', message: `No: ${status}` }, { status }),
  })
  const fault = () => t.page.querySelector('#username .field-error')?.textContent
  assert.match(t.page.textContent, /You can change it again after December 24, 2026/)
  await t.inUsername.submit({ username: 'settings' })
  assert.equal(fault(), 'This username is reserved')
  await t.inUsername.submit({ username: alice.username })
  assert.equal(fault(), 'This is already your username')
  assert.deepEqual(t.sent(rename), [])
  for (status of [409, 429]) {
    await t.inUsername.submit({ username: 'weaver' })
    assert.equal(fault(), `No: ${status}`)
  }
  status = 500
  await t.inUsername.submit({ username: 'weaver' })
  assert.equal(shownToast()?.title, 'Username not changed')
  assert.equal(t.inUsername.field('username').value, 'weaver')
})
