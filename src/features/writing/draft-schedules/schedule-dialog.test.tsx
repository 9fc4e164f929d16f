import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { DraftSchedule } from '#features/writing/drafts/drafts.contract.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere, type } from '#tests/support/mount.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'

const key = 'a'.repeat(32)
const path = `/api/drafts/${key}/schedule`

beforeEach(() => {
  signInHere()
  dismissToast()
})

async function open(schedule: DraftSchedule | null = null, answers: Answers = {}) {
  const asked = answer({
    [`PUT ${path}`]: ({ body }) => Response.json({ ...(body as object), failure: null }),
    ...answers,
  })
  let closed = 0
  const { page } = await mount(<ScheduleDialog draftKey={key} schedule={schedule} onClose={() => closed++} />)
  await settle()
  const fill = (local: string, zone: string) =>
    settle(() => {
      type(page.querySelector('input')!, local)
      type(page.querySelector('select')!, zone)
    })
  const submit = () =>
    settle(() => page.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  return { page, asked, fill, submit, closed: () => closed }
}
const nextYear = new Date().getUTCFullYear() + 1

test('shows the time in UTC, and schedules the draft for that time', async () => {
  const t = await open()
  await t.fill(`${nextYear}-12-01T09:00`, 'Europe/Berlin')
  assert.match(t.page.querySelector('output')!.textContent, new RegExp(`In UTC: ${nextYear}-12-01 08:00`))
  await t.submit()
  const [sent] = t.asked
  assert.deepEqual(
    [sent!.call, sent!.body],
    [`PUT ${path}`, { publishAt: `${nextYear}-12-01T08:00:00.000Z`, timeZone: 'Europe/Berlin' }],
  )
  assert.equal(t.closed(), 1)
  assert.match(shownToast()!.description!, /Dec 1, \d+, 9:00 AM \(Europe\/Berlin\)/)
})

test('starts with the current schedule', async () => {
  const t = await open({ publishAt: `${nextYear}-12-01T08:00:00.000Z`, timeZone: 'Asia/Tokyo', failure: null })
  assert.equal(t.page.querySelector('input')!.value, `${nextYear}-12-01T17:00`)
  assert.equal(t.page.querySelector('select')!.value, 'Asia/Tokyo')
  assert.match(t.page.textContent, /Change time/)
})

test('rejects times that are in the past, too far in the future, or incomplete', async () => {
  const t = await open()
  for (const [local, message] of [
    ['2020-01-01T09:00', /This time has passed/],
    ['2099-01-01T09:00', /within the next 5 years/],
    ['', /Choose a date and a time/],
  ] as const) {
    await t.fill(local, 'UTC')
    await t.submit()
    assert.match(t.page.querySelector('[role=alert]')!.textContent, message)
  }
  assert.deepEqual([t.asked, t.closed()], [[], 0])
})

test('lists the errors in a draft that cannot be published', async () => {
  const issues = [
    { path: 'title', message: 'Title is required for blog posts' },
    { path: 'categoryId', message: 'Please select a category' },
  ]
  const t = await open(null, {
    [`PUT ${path}`]: () => Response.json({ message: issues[0]!.message, issues }, { status: 400 }),
  })
  await t.submit()
  assert.match(
    t.page.querySelector('[role=alert]')!.textContent,
    /The draft can’t be published yet: Title is required for blog posts\. Please select a category\./,
  )
})

test('keeps the selected time if scheduling fails', async () => {
  const t = await open(null, { [`PUT ${path}`]: () => new Response('', { status: 503 }) })
  await t.fill(`${nextYear}-12-01T09:00`, 'UTC')
  await t.submit()
  assert.match(t.page.querySelector('[role=alert]')!.textContent, /Failed to schedule the article/)
  assert.equal(t.page.querySelector('input')!.value, `${nextYear}-12-01T09:00`)
})
