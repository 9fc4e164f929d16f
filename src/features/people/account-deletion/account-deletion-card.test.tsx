import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { AccountDeletionCard } from './account-deletion-card.tsx'

const call = 'POST /api/account/departure'

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  history.replaceState(null, '', '/settings/account')
  signInHere()
})

async function open(answers: Answers = {}) {
  const asked = answer({ 'GET /api/users/me': () => Response.json(alice), ...answers })
  const { page } = await mount(<AccountDeletionCard viewer={{ ...alice, postCount: 12 }} />)
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`)!
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === name)!.click())
  async function fill(username: string) {
    await settle(() => type(field('username'), username))
    await settle(() => field('username').form!.requestSubmit())
  }
  const sent = () => asked.filter((one) => one.call === call).map(({ body }) => body)
  return { page, field, press, fill, sent }
}

test('requires the username and a confirmation before deleting an account', async () => {
  const t = await open()
  await t.fill('Alice')
  assert.match(t.page.textContent, /Enter your username, alice/)
  await t.fill('alice')
  assert.match(t.page.querySelector('dialog')!.textContent, /Your 12 posts will be removed/)
  await t.press('Cancel')
  assert.deepEqual(t.sent(), [])
  assert.equal(t.field('username').value, 'alice')
})

test('signs out the deleted member and clears their data from the browser', async () => {
  const t = await open({ [call]: () => new Response(null, { status: 204 }) })
  localStorage.setItem('user_profile', JSON.stringify(alice))
  localStorage.setItem('settings-draft:1', 'typed')
  localStorage.setItem('theme', 'dark')
  await settle(() => t.page.querySelector<HTMLInputElement>('[value=keep]')!.click())
  await t.fill('alice')
  assert.match(t.page.querySelector('dialog')!.textContent, /will be kept and attributed to “Deleted member”/)
  await t.press('Delete permanently')
  assert.deepEqual(t.sent(), [{ posts: 'keep' }])
  assert.deepEqual(Object.keys(localStorage), ['theme'])
  assert.deepEqual([location.pathname, shownToast()?.title], ['/', 'Your account has been deleted'])
})

test('shows the error and keeps the input when the deletion is rejected', async () => {
  const refusals: [number, string][] = [
    [403, 'Confirm it’s you to continue.'],
    [409, 'You are the only administrator.'],
    [503, 'The database is unavailable.'],
  ]
  for (const [status, message] of refusals) {
    dismissToast()
    const t = await open({ [call]: () => Response.json({ message }, { status }) })
    await t.fill('alice')
    await t.press('Delete permanently')
    assert.equal(shownToast()?.description, message)
    assert.equal(t.field('username').value, 'alice')
    assert.notEqual(localStorage.getItem('supabase_auth_token'), null)
    t.page.remove()
  }
})
