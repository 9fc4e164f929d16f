import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { PostMenu } from '#features/writing/post-cards/post-menu.tsx'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { alice, aPost } from '#tests/support/samples.ts'

const call = 'POST /api/posts/7/reports'
const sent = { postId: 7, reason: 'spam', details: '', reportedAt: '2026-11-21T00:00:00.000Z' }

beforeEach(() => {
  localStorage.clear()
  dismissToast()
  signInHere()
})

async function open(answers: Answers = {}, viewer = { ...alice, id: 2, username: 'bob' }) {
  const asked = answer({
    'GET /api/users/me': () => Response.json(viewer),
    'GET /api/mutes': () => Response.json({ members: [], words: [] }),
    [call]: () => Response.json(sent, { status: 201 }),
    ...answers,
  })
  cacheProfile(viewer)
  const { page } = await mount(<PostMenu post={aPost(7)} />)
  await settle()
  const button = (name: string) => [...page.querySelectorAll('button')].find((one) => one.textContent.trim() === name)
  const press = (name: string) => settle(() => button(name)!.click())
  const choose = (reason: string) =>
    settle(() => page.querySelector<HTMLInputElement>(`input[value=${reason}]`)!.click())
  const field = () => page.querySelector('textarea')!
  const reports = () => asked.filter((one) => one.call === call).map(({ body }) => body)
  return { page, button, press, choose, field, reports }
}

test('sends a report about another member’s post and shows a confirmation', async () => {
  const t = await open()
  await t.press('Report')
  assert.match(
    t.page.textContent,
    /Only this site’s administrators and moderators can see your report.*Alice Archer won’t be notified/,
  )
  await t.choose('spam')
  await settle(() => type(t.field(), 'Shoes'))
  await t.press('Send report')
  assert.deepEqual(t.reports(), [{ reason: 'spam', details: 'Shoes' }])
  assert.equal(shownToast()?.title, 'Report sent')
  assert.equal(t.page.querySelector('dialog form'), null)
})

test('requires a reason, and details for “Something else”', async () => {
  const t = await open()
  await t.press('Report')
  await t.press('Send report')
  assert.match(t.page.textContent, /Choose a reason/)
  await t.choose('other')
  await t.press('Send report')
  assert.match(t.page.textContent, /Describe what is wrong with this post/)
  assert.deepEqual(t.reports(), [])
})

test('keeps the details when sending fails or the dialog is closed', async () => {
  const t = await open({ [call]: () => Response.json({ message: 'Too much' }, { status: 429 }) })
  await t.press('Report')
  await t.choose('spam')
  await settle(() => type(t.field(), 'Shoes'))
  await t.press('Send report')
  assert.match(t.page.textContent, /Too much/)
  assert.equal(t.field().value, 'Shoes')
  await t.press('Cancel')
  await t.press('Report')
  assert.equal(t.field().value, 'Shoes')
})

test('does not let members report their own posts', async () => {
  const t = await open({}, alice)
  assert.equal(t.button('Report'), undefined)
})
