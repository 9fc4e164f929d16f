// @vitest-environment happy-dom
import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/mount.tsx'
import { alice } from '#tests/samples.ts'
import { DepartureCard } from './departure-card.tsx'

const call = 'POST /api/account/departure'

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  history.replaceState(null, '', '/settings/account')
  signInHere()
})

async function open(answers: Answers = {}) {
  const asked = answer({ 'GET /api/users/me': () => Response.json(alice), ...answers })
  const { page } = await mount(<DepartureCard viewer={{ ...alice, postCount: 12 }} />)
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`)!
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === name)!.click())
  async function fill(password: string, username: string) {
    await settle(() => {
      type(field('password'), password)
      type(field('username'), username)
    })
    await settle(() => field('password').form!.requestSubmit())
  }
  const sent = () => asked.filter((one) => one.call === call).map(({ body }) => body)
  return { page, field, press, fill, sent }
}

test('nobody leaves without password, username and a last word', async () => {
  const t = await open()
  await t.fill('', 'Alice')
  assert.match(t.page.textContent, /Please enter your password/)
  assert.match(t.page.textContent, /Please enter your username, alice/)
  await t.fill('a horse', 'alice')
  assert.match(t.page.querySelector('dialog')!.textContent, /Your 12 posts will be removed/)
  await t.press('Cancel')
  assert.deepEqual(t.sent(), [])
  assert.equal(t.field('password').value, 'a horse')
})

test('whoever leaves is signed out, and nothing of theirs is left in the browser', async () => {
  const t = await open({ [call]: () => new Response(null, { status: 204 }) })
  localStorage.setItem('user_profile', JSON.stringify(alice))
  localStorage.setItem('settings-draft:1', 'typed')
  localStorage.setItem('theme', 'dark')
  await settle(() => t.page.querySelector<HTMLInputElement>('[value=keep]')!.click())
  await t.fill('a horse', 'alice')
  assert.match(t.page.querySelector('dialog')!.textContent, /will stay, shown as by a deleted member/)
  await t.press('Delete for Good')
  assert.deepEqual(t.sent(), [{ password: 'a horse', posts: 'keep' }])
  assert.deepEqual(Object.keys(localStorage), ['theme'])
  assert.deepEqual([location.pathname, shownToast()?.title], ['/', 'Your account has been deleted'])
})

test('a wrong password is told at its field, any other refusal in a toast; what was typed stays', async () => {
  const refusals: [number, string, boolean][] = [
    [400, 'This is not your password.', true],
    [409, 'You are the only administrator.', false],
    [503, 'The database is resting.', false],
  ]
  for (const [status, message, isAtField] of refusals) {
    dismissToast()
    const t = await open({ [call]: () => Response.json({ message }, { status }) })
    await t.fill('a horse', 'alice')
    await t.press('Delete for Good')
    assert.equal(t.page.querySelector('.field-error')?.textContent ?? null, isAtField ? message : null)
    assert.equal(shownToast()?.description ?? null, isAtField ? null : message)
    if (isAtField) assert.equal(document.activeElement, t.field('password'))
    assert.deepEqual([t.field('password').value, t.field('username').value], ['a horse', 'alice'])
    assert.notEqual(localStorage.getItem('supabase_auth_token'), null)
    t.page.remove()
  }
})
