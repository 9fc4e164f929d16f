import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { DraftSummary } from '#features/writing/drafts/drafts.contract.ts'
import { noDetails } from '#features/writing/posts/article-details.contract.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice, aPost } from '#tests/support/samples.ts'
import { OwnDrafts } from './own-drafts.tsx'

const key = 'a'.repeat(32)
const path = `/api/drafts/${key}`
const listed: DraftSummary = {
  key,
  title: 'A draft',
  excerpt: '',
  postId: null,
  updatedAt: '2026-11-24T00:00:00.000Z',
  schedule: null,
  isShared: false,
  openComments: 0,
}
const schedule = { publishAt: '2027-12-01T08:00:00.000Z', timeZone: 'Europe/Berlin', failure: null }
const draft = {
  key,
  title: 'A draft',
  content: 'It is written. '.repeat(10),
  categoryId: 1,
  details: noDetails,
  postId: null,
  baseUpdatedAt: null,
  createdAt: listed.updatedAt,
  updatedAt: listed.updatedAt,
}

beforeEach(() => {
  localStorage.clear()
  signInHere()
  dismissToast()
})

async function open(part: Partial<DraftSummary>, answers: Answers = {}) {
  const asked = answer({
    'GET /api/drafts': () => Response.json({ drafts: [{ ...listed, ...part }] }),
    [`DELETE ${path}`]: () => new Response(null, { status: 204 }),
    [`DELETE ${path}/schedule`]: () => new Response(null, { status: 204 }),
    ...answers,
  })
  const { page } = await mount(<OwnDrafts />)
  await settle()
  const items = () => [...page.querySelectorAll<HTMLElement>('[role=menuitem]')].map((item) => item.textContent)
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].findLast((one) => one.textContent === name)!.click())
  return { page, items, press, calls: () => asked.map(({ call }) => call) }
}

test('shows when a draft will be published, and cancels the schedule', async () => {
  const t = await open({ schedule })
  assert.match(t.page.textContent, /Scheduled for Wed, Dec 1, 2027, 9:00 AM \(Europe\/Berlin\)/)
  assert.deepEqual(t.items(), ['Change time…', 'Unschedule', 'Publish now…', 'Share draft…'])
  await t.press('Unschedule')
  assert.ok(t.calls().includes(`DELETE ${path}/schedule`))
})

test('lets readers only unschedule and discard their drafts', async () => {
  const reader = { 'GET /api/users/me': () => Response.json({ ...alice, role: 'reader' }) }
  const unplanned = await open({}, reader)
  assert.deepEqual(unplanned.items(), [])
  const t = await open({ schedule }, reader)
  assert.deepEqual(t.items(), ['Unschedule'])
  assert.deepEqual(
    [...t.page.querySelectorAll('.drafts a, .drafts-discard')].map((one) => one.textContent),
    ['Discard'],
  )
})

test('shows why a draft was not published, whether it is shared, and its open comments', async () => {
  const t = await open({
    schedule: { ...schedule, failure: 'Please select a category' },
    isShared: true,
    openComments: 2,
  })
  assert.match(t.page.textContent, /Couldn’t be published on Wed, .*: Please select a category.*Shared.*2 comments/)
  assert.deepEqual(t.items(), ['Schedule…', 'Publish now…', 'Share draft…'])
})

test('lets the author share a draft of an existing article, but not schedule it', async () => {
  const t = await open({ postId: 7 })
  assert.deepEqual(t.items(), ['Share draft…'])
})

test('publishes a draft after confirmation, using its key, and deletes the draft', async () => {
  const t = await open(
    {},
    { [`GET ${path}`]: () => Response.json(draft), 'POST /api/posts': () => Response.json(aPost(7)) },
  )
  await t.press('Publish now…')
  assert.ok(!t.calls().includes('POST /api/posts'))
  await t.press('Publish')
  assert.equal(shownToast()?.description, 'Blog post published successfully!')
  assert.ok(t.calls().includes(`DELETE ${path}`))
})

test('shows why a draft cannot be published', async () => {
  const t = await open({}, { [`GET ${path}`]: () => Response.json({ ...draft, title: '' }) })
  await t.press('Publish now…')
  await t.press('Publish')
  assert.equal(shownToast()?.description, 'Title is required for blog posts')
  assert.ok(!t.calls().includes('POST /api/posts'))
})
