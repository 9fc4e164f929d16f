import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { onTestFinished, test, vi } from 'vitest'
import { testConnection, testDb } from '#tests/support/database.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { inTransaction, one, run, sql } from './db.ts'
import { createJobs, type Task } from './jobs.ts'
import { enqueue } from './jobs.store.ts'
import { currentTrace, traceFields, withTrace } from './trace.ts'

const silent = pino({ level: 'silent' })

async function working(tasks: Record<string, Task>, log = silent) {
  const jobs = await createJobs({ connection: await testConnection(), sets: [{ tasks }], log })
  onTestFinished(() => jobs.stop())
  return jobs
}
const waiting = async () =>
  (await one<{ count: number }>(await testDb())`select count(*) from graphile_worker.jobs`)!.count

test('runs a job once its transaction commits, and not if it rolls back', async () => {
  const db = await testDb()
  const done: unknown[] = []
  await working({ greet: async (payload) => void done.push(payload) })
  await inTransaction(db, async (db) => {
    await enqueue(db, 'greet', { name: 'lost' })
    throw new Error('changed my mind')
  }).catch(() => {})
  await inTransaction(db, async (db) => {
    await enqueue(db, 'greet', { name: 'Alice' })
    await new Promise((later) => setTimeout(later, 50))
    assert.deepEqual(done, [])
  })
  await vi.waitFor(() => assert.deepEqual(done, [{ name: 'Alice' }]), patienceMs)
})

test('keeps a failed job after its maximum number of attempts', async () => {
  const db = await testDb()
  let tries = 0
  await working({
    fail: async () => {
      tries++
      throw new Error('not today')
    },
  })
  await enqueue(db, 'fail', {}, { maxAttempts: 1 })
  await vi.waitFor(async () => {
    const job = await one(db)`select attempts, max_attempts, last_error from graphile_worker.jobs`
    assert.deepEqual(job, { attempts: 1, max_attempts: 1, last_error: 'not today' })
  }, patienceMs)
  assert.equal(tries, 1)
})

test('replaces a waiting job with the same key, and does not run a job before its time', async () => {
  const db = await testDb()
  const runAt = new Date(Date.now() + 3_600_000)
  await enqueue(db, 'later', { turn: 1 }, { key: 'k', runAt })
  await enqueue(db, 'later', { turn: 2 }, { key: 'k', runAt })
  const done: unknown[] = []
  await working({ later: async (payload) => void done.push(payload) })
  assert.equal(await waiting(), 1)
  await enqueue(db, 'later', { turn: 3 }, { key: 'k' })
  await vi.waitFor(() => assert.deepEqual(done, [{ turn: 3 }]), patienceMs)
})

test('runs a killed process’s job in the next process, without waiting four hours', async () => {
  const db = await testDb()
  await enqueue(db, 'orphan')
  await run(
    db,
  )`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-of-the-dead', attempts = 1`
  const done: unknown[] = []
  await working({ orphan: async (payload) => void done.push(payload) })
  await vi.waitFor(() => assert.deepEqual(done, [{}]), patienceMs)
})

test('promptly releases job and queue locks that a dying process acquires while the next process starts', async () => {
  const db = await testDb()
  const done: unknown[] = []
  await working({ late: async (payload) => void done.push(payload) })
  await inTransaction(db, async (db) => {
    await enqueue(db, 'late', {}, { queue: 'a queue' })
    for (const table of ['_private_jobs', '_private_job_queues'])
      await sql`update ${sql.table(`graphile_worker.${table}`)} set locked_at = now(), locked_by = 'pool-of-the-dead'`.execute(
        db,
      )
  })
  await vi.waitFor(() => assert.deepEqual(done, [{}]), patienceMs)
})

test('delays each retry of a job that kills its process, and eventually gives up with a reason', async () => {
  const db = await testDb()
  const die = () =>
    run(db)`update graphile_worker._private_jobs
      set locked_at = now(), locked_by = 'pool-of-the-dead', attempts = attempts + 1, run_at = now()`
  const rowOf = () => one<{ error: string | null; waitsMs: number; isAvailable: boolean }>(db)`
    select last_error as error, is_available as "isAvailable",
      (extract(epoch from run_at - now()) * 1000)::float8 as "waitsMs"
    from graphile_worker._private_jobs where locked_by is null`
  await enqueue(db, 'deadly', {}, { maxAttempts: 3 })
  await run(db)`update graphile_worker._private_jobs set attempts = 1`
  const jobs = await working({ other: async () => {} })
  for (const [isAvailable, atLeastMs] of [
    [true, 3000],
    [false, 10_000],
  ] as const) {
    await die()
    await vi.waitFor(async () => assert.ok(await rowOf()), patienceMs)
    const row = (await rowOf())!
    assert.deepEqual([row.error, row.isAvailable], ['The process ended while it was running this job.', isAvailable])
    assert.ok(row.waitsMs > atLeastMs, String(row.waitsMs))
  }
  await jobs.stop()
})

test('does not take over another running process’s job', async () => {
  const db = await testDb()
  let runs = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow: Task = () => {
    runs++
    return promise
  }
  await working({ slow })
  await enqueue(db, 'slow')
  await vi.waitFor(() => assert.equal(runs, 1), patienceMs)
  await working({ slow })
  await new Promise((later) => setTimeout(later, 200))
  assert.equal(runs, 1)
  resolve()
})

test('continues after its connections are cut, as when the database restarts', async () => {
  const db = await testDb()
  const done: unknown[] = []
  await working({ greet: async (payload) => void done.push(payload) })
  await run(db)`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await enqueue(db, 'greet', { name: 'again' })
  await vi.waitFor(() => assert.deepEqual(done, [{ name: 'again' }]), patienceMs)
})

test('waits for running jobs when stopping, and can be stopped twice', async () => {
  const db = await testDb()
  let finished = false
  let started = false
  const jobs = await working({
    slow: async () => {
      started = true
      await new Promise((later) => setTimeout(later, 300))
      finished = true
    },
  })
  await enqueue(db, 'slow')
  await vi.waitFor(() => assert.equal(started, true), patienceMs)
  await Promise.all([jobs.stop(), jobs.stop()])
  assert.equal(finished, true)
  assert.equal(await waiting(), 0)
})

test('causes no unhandled rejection when a worker’s connections are cut while it stops', async () => {
  const db = await testDb()
  const rejections: unknown[] = []
  const note = (reason: unknown) => void rejections.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  for (let delayMs = 0; delayMs < 12; delayMs++) {
    const jobs = await working({ greet: async () => {} })
    const cut = run(db)`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    await sleep(delayMs)
    await jobs.stop()
    await cut
  }
  assert.deepEqual(rejections, [])
})

test('logs the ID of the request that added a job, including for jobs added by that job', async () => {
  const db = await testDb()
  const lines: Record<string, unknown>[] = []
  const log = pino({ mixin: traceFields }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const payloads: unknown[] = []
  await working(
    {
      first: async (payload) => {
        payloads.push(payload)
        log.info('first')
        await enqueue(db, 'second', {}, { maxAttempts: 1 })
      },
      second: async () => {
        assert.equal(currentTrace()?.task, 'second')
        throw new Error('not today')
      },
    },
    log,
  )
  await withTrace({ requestId: 'r1' }, () => enqueue(db, 'first', { name: 'Alice' }))
  await vi.waitFor(() => assert.equal(lines.length, 2), patienceMs)
  assert.deepEqual(payloads, [{ name: 'Alice' }])
  assert.deepEqual(
    lines.map(({ requestId, task, job }) => [requestId, task, Number(job) > 0]),
    [
      ['r1', 'first', true],
      ['r1', 'second', true],
    ],
  )
  assert.match(String(lines[1]!['msg']), /not today/)
})
