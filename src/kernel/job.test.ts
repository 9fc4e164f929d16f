import assert from 'node:assert/strict'
import { test } from 'vitest'
import * as z from 'zod/mini'
import { inTransaction, many, one, sql } from '#kernel/db.ts'
import { testDb } from '#tests/support/database.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { job, jobSetOf, type JobContext, perform } from './job.ts'

const greet = job('greetings.send', {
  summary: () => 'Send a greeting',
  payload: z.object({ to: z.string(), times: z._default(z.int(), 1) }),
  key: ({ to }) => to,
  queue: ({ times = 1 }) => (times > 1 ? 'many-greetings' : 'greetings'),
  maxAttempts: 3,
})
const sweep = job('greetings.sweep', { summary: () => 'Delete old greetings', key: () => '', schedule: '7 4 * * *' })

const queued = async () =>
  many(await testDb())`
    select task_identifier as task, key, queue_name as queue, max_attempts as "maxAttempts" from graphile_worker.jobs
    order by 1, 2`

test('queues a job once per key, with its queue and maximum attempts', async () => {
  const db = await testDb()
  for (const to of ['ada', 'ada', 'bob']) await greet.enqueue(db, { to })
  for (let i = 0; i < 2; i++) await sweep.enqueue(db, {})
  assert.deepEqual(await queued(), [
    { task: 'greetings.send', key: 'greetings.send ada', queue: 'greetings', maxAttempts: 3 },
    { task: 'greetings.send', key: 'greetings.send bob', queue: 'greetings', maxAttempts: 3 },
    { task: 'greetings.sweep', key: 'greetings.sweep', queue: null, maxAttempts: 25 },
  ])
})

test('queues nothing if the transaction rolls back', async () => {
  const rolledBack = inTransaction(await testDb(), async (db) => {
    await greet.enqueue(db, { to: 'ada' })
    throw new Error('rolled back')
  })
  await assert.rejects(rolledBack, /rolled back/)
  assert.deepEqual(await queued(), [])
})

test('queues a job for a later time, either directly or from within an SQL statement', async () => {
  const db = await testDb()
  const runAt = new Date(Date.now() + 3_600_000)
  await greet.enqueue(db, { to: 'ada' }, { runAt })
  await one(
    db,
  )`select from (select '{"to":"bob"}'::json as payload) as given, ${greet.inSql({ payload: sql`payload`, runAt })}`
  const times = await many<{ at: Date }>(db)`select run_at as at from graphile_worker.jobs`
  assert.deepEqual(
    times.map(({ at }) => at.getTime()),
    [runAt.getTime(), runAt.getTime()],
  )
})

test('delays a job by the database’s clock, because this machine’s clock may be wrong', async () => {
  const waits = await inTransaction(await testDb(), async (db) => {
    await greet.enqueue(db, { to: 'ada' }, { delayMs: 2500 })
    return one(db)`select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs`
  })
  assert.deepEqual(waits, { seconds: 2.5 })
})

test('passes the parsed payload to a worker, and rejects an invalid payload', async () => {
  const seen: unknown[] = []
  const tasks = tasksOf([perform(greet, async (_, payload) => seen.push(payload))])
  await tasks['greetings.send']!({ to: 'ada' })
  assert.deepEqual(seen, [{ to: 'ada', times: 1 }])
  await assert.rejects(tasks['greetings.send']!({ to: 7 }))
  assert.equal(seen.length, 1)
})

test('schedules jobs that have a cron pattern', () => {
  const workers = [perform(greet, async () => {}), perform(sweep, async () => {})]
  assert.deepEqual(jobSetOf(workers, {} as JobContext).schedules, [{ task: 'greetings.sweep', cron: '7 4 * * *' }])
})

test('checks payload types at compile time', async () => {
  const db = await testDb()
  // @ts-expect-error -- `to` is not a number
  await greet.enqueue(db, { to: 7 }).catch(() => {})
  // @ts-expect-error -- `times` is a number in the worker, too
  assert.ok(perform(greet, async (_, { times }) => times.length))
})
