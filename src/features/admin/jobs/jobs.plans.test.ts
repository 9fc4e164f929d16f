import assert from 'node:assert/strict'
import { test } from '#tests/large-site/large-site.ts'
import { readWhole, type RunNode, runOf } from '#tests/support/plans.ts'
import { JobQuery } from './jobs.contract.ts'
import { jobRows, taskCounts } from './jobs.store.ts'

/** Each worker in a parallel scan counts as one loop, and there are at most two besides the leader. */
const oneParallelScan = 3

const scansOf = (plan: RunNode[]) =>
  plan
    .filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === '_private_jobs')
    .reduce((sum, node) => sum + node['Actual Loops'], 0)
const query = (part: object) => jobRows(JobQuery.parse(part))

test('uses the queue’s index to find waiting jobs', async ({ db }) => {
  const waiting = await runOf(db, query({ state: 'waiting' }))
  assert.ok(
    waiting.some((node) => node['Index Name'] === 'jobs_main_index'),
    JSON.stringify(waiting),
  )
  assert.equal(scansOf(waiting), 0)
})

test('scans the jobs table at most once to list a page of failed, retrying, or running jobs', async ({ db }) => {
  for (const state of ['failed', 'retrying', 'running'])
    for (const part of [{ state }, { state, task: 'task.2' }, { state, page: '80' }])
      assert.ok(scansOf(await runOf(db, query(part))) <= oneParallelScan, JSON.stringify(part))
})

test('uses an index to look up the members that jobs refer to', async ({ db }) => {
  assert.ok(!(await readWhole(db, query({ state: 'failed' }))).includes('all_members'))
})

test('scans the jobs table only once to count jobs by task and state', async ({ db }) => {
  assert.ok(scansOf(await runOf(db, taskCounts)) <= oneParallelScan)
})
