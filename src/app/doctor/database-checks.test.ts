import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run, sql } from '#kernel/db.ts'
import { testDb } from '#tests/support/database.ts'
import { checkDatabase, clockFinding, queueFindings, serverFindings } from './database-checks.ts'
import type { ServerFacts } from './database-checks.store.ts'

const facts: ServerFacts = {
  version: '18.4',
  versionNumber: 180_004,
  encoding: 'UTF8',
  locale: 'C.UTF-8',
  hasNewCollation: false,
  isReadOnly: false,
  now: new Date(),
}

test('finds nothing wrong with the test database', async () => {
  const findings = await checkDatabase(await testDb())
  assert.deepEqual(
    findings.map(({ check, status }) => `${check} ${status}`),
    ['database ok', 'clock ok', 'migrations ok', 'jobs ok'],
  )
})

test('reports overdue and failed jobs in the queue', async () => {
  const db = await testDb()
  await run(db)`select graphile_worker.add_job('late', run_at => now() - interval '2 hours')`
  await run(
    db,
  )`select graphile_worker.permanently_fail_jobs(array_agg(id), 'broken') from graphile_worker.add_job('failing')`
  const jobs = (await checkDatabase(db)).filter(({ check }) => check === 'jobs')
  assert.deepEqual(
    jobs.map(({ status, message }) => `${status}: ${message}`),
    ['error: A job has been waiting for 120 minutes.', 'warning: 1 job has failed permanently.'],
  )
})

test('reports migrations that have not run', async () => {
  const db = await testDb()
  const undone = `delete from kysely_migration where name = (select max(name) from kysely_migration)`
  await assert.rejects(
    db.transaction().execute(async (transaction) => {
      await run(transaction)`${sql.raw(undone)}`
      const findings = await checkDatabase(transaction)
      assert.match(
        findings.find(({ check }) => check === 'migrations')!.message,
        /^1 migration has not run yet: \d{4}-/,
      )
      throw new Error('roll back')
    }),
    /roll back/,
  )
})

test('evaluates the server’s version, encoding, mode, sort order, and speed', () => {
  const statusOf = (changes: Partial<ServerFacts>, ms = 1) => serverFindings({ ...facts, ...changes }, ms)[0]!.status
  assert.equal(statusOf({}), 'ok')
  assert.equal(statusOf({ versionNumber: 130_010 }), 'error')
  assert.equal(statusOf({ encoding: 'SQL_ASCII' }), 'error')
  assert.equal(statusOf({ isReadOnly: true }), 'error')
  assert.equal(statusOf({ hasNewCollation: true }), 'warning')
  assert.equal(statusOf({}, 250), 'warning')
})

test('evaluates the age of the oldest job, and differences between clocks', () => {
  const minute = 60_000
  assert.equal(queueFindings({ oldestDueMs: minute, failed: 0 })[0]!.status, 'ok')
  assert.equal(queueFindings({ oldestDueMs: 10 * minute, failed: 0 })[0]!.status, 'warning')
  assert.deepEqual(
    [100, -5000, 60_000].map((ms) => clockFinding('the database server', ms).status),
    ['ok', 'warning', 'error'],
  )
  assert.match(clockFinding('the web server', -5000).message, /5\.0 s behind/)
})
