import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { Job } from '#features/admin/jobs/jobs.contract.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { adminJobsView } from './admin-jobs.tsx'
import { jobsHref, jobsPartOf } from './jobs-address.ts'

const admin = { ...alice, role: 'admin' as const }
const evil = '<img src=x onerror="window.pwned=1">'
const job = (part: Partial<Job> = {}): Job => ({
  id: 7,
  task: 'sent-webmentions.send',
  summary: 'Send a webmention',
  state: 'failed',
  subject: { postId: 12, username: null, host: 'a.example' },
  tries: 5,
  maxTries: 5,
  lastError: evil,
  createdAt: '2026-11-21T00:00:00.000Z',
  triedAt: '2026-11-21T01:00:00.000Z',
  nextTryAt: null,
  ...part,
})
const counts = { failed: 1, retrying: 0, running: 0, waiting: 3 }
const tasks = [
  { task: 'sent-webmentions.send', summary: 'Send a webmention', counts },
  { task: 'odd.task', summary: 'odd.task', counts: { ...counts, failed: 1200 } },
]
const list = (jobs: Job[]) => () => Response.json({ jobs, tasks, page: 1, totalPages: jobs.length, total: jobs.length })

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

async function open(address: string, answers: Answers, viewer = admin as typeof alice) {
  await settle(() => history.replaceState(null, '', address))
  const asked = answer({ 'GET /api/users/me': () => Response.json(viewer), ...answers })
  signInHere()
  await settle(() => cacheProfile(viewer))
  const { page } = await mount(<adminJobsView.View params={{}} query={{}} />)
  await settle()
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].findLast((one) => one.textContent.trim() === name)!.click())
  const sent = () => asked.filter((one) => !one.call.startsWith('GET')).map(({ call, body }) => [call, body])
  return { page, press, sent, asked }
}

test('shows a failed job’s task, attempts, and error as plain text', async () => {
  const { page } = await open('/admin/jobs', { 'GET /api/admin/jobs': list([job()]) })
  assert.match(page.textContent, /Send a webmention.*a\.example.*post 12.*Attempt 5 of 5, failed/)
  assert.ok(page.textContent.includes(evil))
  assert.equal(page.querySelector('img[src=x]'), null)
  const tabs = [...page.querySelectorAll('nav[aria-label=Jobs] a')].map((tab) => tab.textContent)
  assert.deepEqual(tabs, ['Failed1201', 'Retrying0', 'Running0', 'Waiting6'])
  const choice = [...page.querySelectorAll('nav[aria-label=Tasks] a')].map((one) => one.textContent)
  assert.deepEqual(choice, ['All tasks', 'Send a webmention 1', 'odd.task 1,200'])
})

test('retries a job, deletes it after confirmation, and retries all failed jobs', async () => {
  const t = await open('/admin/jobs?task=odd.task', {
    'GET /api/admin/jobs': list([job()]),
    'POST /api/admin/jobs/7/retry': () => Response.json({ retried: 1 }),
    'POST /api/admin/jobs/retry-failed': () => Response.json({ retried: 1200 }),
    'DELETE /api/admin/jobs/7': () => new Response(null, { status: 204 }),
  })
  await t.press('Retry now')
  assert.equal(shownToast()?.title, 'Job queued')
  await t.press('Delete')
  assert.match(t.page.textContent, /“Send a webmention” won’t run/)
  assert.equal(t.sent().length, 1)
  await t.press('Delete')
  assert.equal(shownToast()?.title, 'Job deleted')
  await t.press('Retry job')
  assert.equal(shownToast()?.title, '1,200 jobs queued')
  assert.deepEqual(t.sent(), [
    ['POST /api/admin/jobs/7/retry', undefined],
    ['DELETE /api/admin/jobs/7', undefined],
    ['POST /api/admin/jobs/retry-failed', { task: 'odd.task' }],
  ])
})

test('shows an error when a retry fails', async () => {
  const t = await open('/admin/jobs', {
    'GET /api/admin/jobs': list([job()]),
    'POST /api/admin/jobs/7/retry': () => Response.json({ message: 'This job is running.' }, { status: 409 }),
  })
  await t.press('Retry now')
  assert.equal(shownToast()?.description, 'This job is running.')
})

test('offers no actions for running jobs, and lets administrators run waiting jobs immediately', async () => {
  const running = job({ state: 'running', lastError: null })
  const t = await open('/admin/jobs?state=running', { 'GET /api/admin/jobs': list([running]) })
  assert.match(t.page.textContent, /running since/)
  assert.equal(t.page.querySelectorAll('article button').length, 0)
  const waiting = job({ state: 'waiting', tries: 0, triedAt: null, nextTryAt: '2020-01-01T00:00:00.000Z' })
  const other = await open('/admin/jobs?state=waiting', { 'GET /api/admin/jobs': list([waiting]) })
  assert.match(other.page.textContent, /Not started, due now.*Run now/)
})

test('shows empty, error, and forbidden states', async () => {
  assert.match((await open('/admin/jobs', { 'GET /api/admin/jobs': list([]) })).page.textContent, /No failed jobs/)
  const ofTask = await open('/admin/jobs?state=waiting&task=odd.task', { 'GET /api/admin/jobs': list([]) })
  assert.match(ofTask.page.textContent, /There are no jobs for “odd.task”/)
  const failing = await open('/admin/jobs', { 'GET /api/admin/jobs': () => new Response('', { status: 503 }) })
  assert.match(failing.page.textContent, /Failed to load jobs/)
  const t = await open('/admin/jobs', {}, alice)
  assert.match(t.page.textContent, /don’t have access/)
  assert.equal(
    t.asked.some(({ call }) => call.includes('/admin/')),
    false,
  )
})

test('reads the job filters from the URL', () => {
  const part = { state: 'waiting', task: 'a.task', page: 3 } as const
  assert.equal(jobsHref(part), '/admin/jobs?state=waiting&task=a.task&page=3')
  assert.deepEqual(jobsPartOf(new URLSearchParams('state=waiting&task=a.task&page=3')), part)
  assert.deepEqual(jobsPartOf(new URLSearchParams('state=x&task=&page=y')), {
    state: 'failed',
    task: undefined,
    page: 1,
  })
  assert.equal(jobsHref({ state: 'failed', task: undefined }), '/admin/jobs')
})
