import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { noDetails } from '#features/writing/posts/article-details.contract.ts'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { ScheduleNote } from './schedule-note.tsx'

const key = 'a'.repeat(32)
const writing = { title: 'A title', content: 'It is written. '.repeat(10), categoryId: 1, details: noDetails }
const schedule = { publishAt: '2027-12-01T08:00:00.000Z', timeZone: 'Europe/Berlin', failure: null }

beforeEach(() => signInHere())

async function open(part: Partial<typeof writing> = {}, failure: string | null = null) {
  const asked = answer({ [`DELETE /api/drafts/${key}/schedule`]: () => new Response(null, { status: 204 }) })
  let changes = 0
  const { page } = await mount(
    <ScheduleNote
      draftKey={key}
      schedule={{ ...schedule, failure }}
      writing={{ ...writing, ...part }}
      onChange={() => changes++}
    />,
  )
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === name)!.click())
  return { page, press, changes: () => changes, calls: () => asked.map(({ call }) => call) }
}

test('shows the scheduled time, and changes or cancels it', async () => {
  const t = await open()
  assert.match(t.page.textContent, /^Scheduled for Wed, Dec 1, 2027, 9:00 AM \(Europe\/Berlin\)Change time…Unschedule$/)
  await t.press('Change time…')
  assert.equal(t.changes(), 1)
  await t.press('Unschedule')
  assert.deepEqual(t.calls(), [`DELETE /api/drafts/${key}/schedule`])
})

test('warns when the text cannot be published', async () => {
  const t = await open({ title: '', content: 'Short' })
  assert.match(
    t.page.textContent,
    /can’t be published and will remain a draft: Title is required for blog posts\. Blog post/,
  )
})

test('shows why the article was not published', async () => {
  const t = await open({}, 'This account has been suspended.')
  assert.match(t.page.textContent, /^Couldn’t be published on .*: This account has been suspended\.It is still a draft/)
  await t.press('Dismiss')
  assert.equal(t.calls().length, 1)
})
