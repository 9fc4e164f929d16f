import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { one } from '#kernel/db.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import { testDatabaseUrl, testDb, testIdentityKey } from './support/database.ts'
import { patienceMs } from './support/patience.ts'
import { type RunningSite, startSite, temporaryDataDir } from './support/site.ts'

/** Starts a process with these roles on the test's database. */
async function processFor(roles: string): Promise<RunningSite> {
  const { dataDir, remove } = temporaryDataDir()
  const settings = { DATABASE_URL: await testDatabaseUrl(), IDENTITY_KEY: testIdentityKey, LOG_LEVEL: 'error' }
  const site = await startSite(dataDir, { ...settings, ROLES: roles })
  onTestFinished(async () => {
    await site.stop()
    remove()
  })
  return site
}

test('serves pages in one process and runs jobs in another', { timeout: 600_000 }, async () => {
  const db = await testDb()
  const web = await processFor('web')
  await enqueue(db, 'policy-reports.sweep', {})
  const waiting = () => one(db)`
    select from graphile_worker.jobs where task_identifier = 'policy-reports.sweep' and run_at <= now()`
  assert.equal((await fetch(web.url)).status, 200)
  assert.ok(await waiting())
  const worker = await processFor('worker')
  await vi.waitFor(async () => assert.equal(await waiting(), null), patienceMs)
  const statusOf = async (path: string) => (await fetch(worker.url + path)).status
  assert.deepEqual([await statusOf('/'), await statusOf('/api/posts'), await statusOf('/readyz')], [404, 404, 200])
  assert.equal(await one(db)`select from ingest_nodes`, null)
})
