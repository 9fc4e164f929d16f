import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { createJobs } from '#kernel/jobs.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import { cast } from '#tests/support/cast.ts'
import { testConnection } from '#tests/support/database.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { type JobList, removeJob, getJobs, type JobState, retryFailedJobs, retryJob } from './jobs.contract.ts'
import { jobRoutes } from './jobs.routes.ts'

const maxAttempts = 5

async function site() {
  const t = await cast(jobRoutes, { jobSummaries: new Map([['a.task', () => 'Do a task']]) })
  const list = async (query = '') => (await t.admin<JobList>('GET', `${getJobs.path}${query}`)).body
  const rowOf = (id: number) => one<{ attempts: number; isDue: boolean }>(t.db)`
    select attempts, run_at <= clock_timestamp() as "isDue" from graphile_worker._private_jobs where id = ${id}`

  /** Creates a job in the state. @returns its id */
  async function jobIn(state: JobState, task = 'a.task', payload: unknown = {}): Promise<number> {
    await enqueue(t.db, task, payload, { maxAttempts })
    const { id } = (await one<{ id: number }>(t.db)`select max(id) as id from graphile_worker._private_jobs`)!
    const attempts = { failed: maxAttempts, retrying: 3, running: 1, waiting: 0 }[state]
    const pool = state === 'running' ? 'a pool' : null
    const runAt = new Date(Date.now() + (state === 'waiting' ? 0 : 3_600_000))
    await run(t.db)`
      update graphile_worker._private_jobs set attempts = ${attempts}, run_at = ${runAt}, locked_by = ${pool}::text,
        locked_at = case when ${pool}::text is not null then now() end where id = ${id}`
    return id
  }
  const fail = (id: number, words: string) =>
    run(t.db)`update graphile_worker._private_jobs set last_error = ${words} where id = ${id}`
  return { ...t, list, rowOf, jobIn, fail }
}

test('lists jobs by state and task, with counts', async () => {
  const t = await site()
  const ids: Partial<Record<JobState, number>> = {}
  for (const state of ['failed', 'retrying', 'running', 'waiting'] as const) ids[state] = await t.jobIn(state)
  const other = await t.jobIn('failed', 'b.task')
  for (const [state, id] of Object.entries(ids)) {
    const { jobs, total } = await t.list(`?state=${state}&task=a.task`)
    assert.deepEqual([jobs.map((job) => [job.id, job.state, job.maxTries]), total], [[[id, state, maxAttempts]], 1])
  }
  const { jobs, tasks, total } = await t.list()
  assert.deepEqual([jobs.map(({ id }) => id), total], [[other, ids.failed], 2])
  assert.deepEqual(tasks, [
    { task: 'a.task', summary: 'Do a task', counts: { failed: 1, retrying: 1, running: 1, waiting: 1 } },
    { task: 'b.task', summary: 'b.task', counts: { failed: 1, retrying: 0, running: 0, waiting: 0 } },
  ])
  const [retrying] = (await t.list('?state=retrying')).jobs
  assert.ok(Date.parse(retrying!.nextTryAt!) > Date.now())
  assert.deepEqual((await t.list('?state=waiting')).jobs[0]!.triedAt, null)
  assert.deepEqual(await t.list('?task=c.task'), { jobs: [], tasks, page: 1, totalPages: 0, total: 0 })
})

test('paginates the job list', async () => {
  const t = await site()
  for (let i = 0; i < 5; i++) await t.jobIn('failed')
  const pages = await Promise.all([1, 2, 3, 4].map((page) => t.list(`?limit=2&page=${page}`)))
  assert.deepEqual(
    pages.map(({ jobs, total, totalPages }) => [jobs.length, total, totalPages]),
    [
      [2, 5, 3],
      [2, 5, 3],
      [1, 5, 3],
      [0, 5, 3],
    ],
  )
  assert.equal(new Set(pages.flatMap(({ jobs }) => jobs.map(({ id }) => id))).size, 5)
})

test('shows when and why a job failed, with credentials masked', async () => {
  const t = await site()
  const task = async () => {
    throw new Error('connect to smtp://me:s3cret@mail.example failed')
  }
  const jobs = await createJobs({ connection: await testConnection(), sets: [{ tasks: { task } }], log: t.ctx.log })
  onTestFinished(() => jobs.stop())
  await enqueue(t.db, 'task', {}, { maxAttempts: 1 })
  await vi.waitFor(async () => assert.equal((await t.list()).total, 1), patienceMs)
  const [failed] = (await t.list()).jobs
  assert.equal(failed!.lastError, 'connect to smtp://…@mail.example failed')
  assert.ok(Math.abs(Date.parse(failed!.triedAt!) - Date.now()) < 5000)
  assert.equal(failed!.nextTryAt, null)
})

test('reveals only the post, member, and host from a job’s payload', async () => {
  const t = await site()
  const postId = await t.postBy('alice')
  const { id: mentionId } = (await one<{ id: number }>(t.db)`
    insert into webmentions (source_url, target_url, source_host, target_path, owner_id, post_id)
    values ('https://a.example/secret', 'x', 'a.example', '/', ${t.members.alice.id}, ${postId}) returning id`)!
  const given: [task: string, payload: unknown, subject: object][] = [
    ['identity.letter', { kind: 'recovery', email: 'bob@a.example', link: 'https://x/?token_hash=abc' }, {}],
    ['sent-webmentions.look', { postId, commentId: null }, { postId }],
    [
      'sent-webmentions.send',
      { id: 1, target: 'https://me:s3cret@b.example/path?key=1', round: 1 },
      { host: 'b.example' },
    ],
    ['notifications.digest', { memberId: t.members.bob.id }, { username: 'bob' }],
    ['webmentions.verify', { id: mentionId }, { postId, host: 'a.example' }],
    ['odd', { postId: 'x', memberId: [], target: 'no address' }, {}],
    ['odder', [1, 2], {}],
  ]
  for (const [task, payload] of given) await t.jobIn('waiting', task, payload)
  const { jobs } = await t.list('?state=waiting')
  const nothing = { postId: null, username: null, host: null }
  assert.deepEqual(
    jobs.map(({ task, subject }) => [task, subject]),
    given.map(([task, , subject]) => [task, { ...nothing, ...subject }]),
  )
  assert.doesNotMatch(JSON.stringify(jobs), /secret|s3cret|token_hash|bob@/)
})

test('resets a retried job’s attempts, and changes nothing when the job is retried again', async () => {
  const t = await site()
  for (const state of ['failed', 'retrying', 'waiting'] as const) {
    const id = await t.jobIn(state)
    for (let i = 0; i < 2; i++) assert.deepEqual((await t.admin('POST', retryJob.href({ id }))).body, { retried: 1 })
    assert.deepEqual(await t.rowOf(id), { attempts: 0, isDue: true })
  }
})

test('deletes a job only once, and neither deletes nor retries a running job', async () => {
  const t = await site()
  const id = await t.jobIn('failed')
  const answers = await Promise.all([
    t.admin('DELETE', removeJob.href({ id })),
    t.admin('DELETE', removeJob.href({ id })),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [204, 404],
  )
  assert.equal(await t.rowOf(id), null)
  const running = await t.jobIn('running')
  for (const answer of [
    await t.admin('DELETE', removeJob.href({ id: running })),
    await t.admin('POST', retryJob.href({ id: running })),
  ])
    assert.deepEqual([answer.status, answer.body['message']], [409, 'This job is running.'])
  assert.equal((await t.rowOf(running))!.attempts, 1)
})

test('retries all failed jobs, for one task or for all tasks', async () => {
  const t = await site()
  const [first, second, third] = [await t.jobIn('failed'), await t.jobIn('failed', 'b.task'), await t.jobIn('failed')]
  const running = await t.jobIn('running')
  assert.deepEqual((await t.admin('POST', retryFailedJobs.path, { task: 'b.task' })).body, { retried: 1 })
  assert.deepEqual((await t.rowOf(second))!.attempts, 0)
  assert.deepEqual((await t.rowOf(first))!.attempts, maxAttempts)
  assert.deepEqual((await t.admin('POST', retryFailedJobs.path, {})).body, { retried: 2 })
  assert.deepEqual((await t.admin('POST', retryFailedJobs.path, {})).body, { retried: 0 })
  assert.deepEqual((await t.rowOf(third))!.attempts, 0)
  assert.deepEqual((await t.rowOf(running))!.attempts, 1)
})

test('allows access only to administrators, and rejects invalid input', async () => {
  const t = await site()
  const id = await t.jobIn('failed')
  for (const [method, path] of [
    ['GET', getJobs.path],
    ['POST', retryFailedJobs.path],
    ['POST', retryJob.href({ id })],
    ['DELETE', removeJob.href({ id })],
  ] as const) {
    assert.equal((await t.stranger(method, path, method === 'POST' ? {} : undefined)).status, 401)
    assert.equal((await t.alice(method, path, method === 'POST' ? {} : undefined)).status, 403)
  }
  assert.equal((await t.rowOf(id))!.attempts, maxAttempts)
  for (const query of ['?state=odd', '?page=0', '?limit=101', '?task=', `?task=${'x'.repeat(129)}`])
    assert.equal((await t.admin('GET', getJobs.path + query)).status, 400, query)
  for (const body of [[], { task: 1 }, { task: '' }])
    assert.equal((await t.admin('POST', retryFailedJobs.path, body)).status, 400)
  assert.equal((await t.admin('POST', retryJob.href({ id: 404_404 }))).status, 404)
  assert.equal((await t.admin('DELETE', '/api/admin/jobs/x')).status, 400)
  assert.deepEqual(t.logged, [])
})
