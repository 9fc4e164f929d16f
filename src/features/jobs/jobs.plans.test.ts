import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { type Db, run, sql } from '#kernel/db.ts'
import { testDb } from '#tests/database.ts'
import { type RunNode, runOf } from '#tests/plans.ts'
import { JobQuery } from './jobs.contract.ts'
import { jobRows, taskCounts } from './jobs.store.ts'

const count = 100_000
let db: Db

beforeEach(async () => {
  db = await testDb()
  await run(
    db,
  )`insert into graphile_worker._private_tasks (identifier) select 'task.' || n from generate_series(1, 20) n`
  await run(db)`
    insert into graphile_worker._private_jobs (task_id, payload, run_at, attempts, max_attempts, last_error)
    select tasks.id, json_build_object('postId', n, 'text', repeat('x', 200)), now() + n * interval '1 second',
      case when n % 10 = 0 then 5 when n % 10 = 1 then 2 else 0 end, 5, case when n % 10 < 2 then 'Not today' end
    from generate_series(1, ${count}::int) n
      join graphile_worker._private_tasks tasks on tasks.identifier = 'task.' || 1 + n % 20`
  await sql`vacuum analyze graphile_worker._private_jobs`.execute(db)
}, 60_000)

const scansOf = (plan: RunNode[]) =>
  plan
    .filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === '_private_jobs')
    .reduce((sum, node) => sum + node['Actual Loops'], 0)
const query = (part: object) => jobRows(JobQuery.parse(part))

test('of 100,000 jobs those that wait are found by the index of the queue, and a page of any others looks at each once', async () => {
  const waiting = await runOf(db, query({ state: 'waiting' }))
  assert.ok(
    waiting.some((node) => node['Index Name'] === 'jobs_main_index'),
    JSON.stringify(waiting),
  )
  assert.equal(scansOf(waiting), 0)
  for (const state of ['failed', 'retrying', 'running'])
    for (const part of [{ state }, { state, task: 'task.2' }, { state, page: '400' }])
      assert.ok(scansOf(await runOf(db, query(part))) <= 3, JSON.stringify(part))
})

test('all are counted in one look', async () => {
  assert.ok(scansOf(await runOf(db, taskCounts)) <= 3)
})
