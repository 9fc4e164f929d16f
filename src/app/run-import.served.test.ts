import assert from 'node:assert/strict'
import path from 'node:path'
import { test, vi } from 'vitest'
import { testApplication } from '#tests/support/application.ts'
import { testConnection } from '#tests/support/database.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { reportText } from '#features/admin/imports/import-report.contract.ts'
import { runImport } from './run-import.ts'

const source = path.resolve('tests/fixtures/imports/markdown')

test('imports for the named member, notifies the running site, and prints a report', async () => {
  const site = await testApplication()
  await site.register('alice')
  const run = async (wish: { member: string; source: string }) =>
    runImport(site.config, { db: site.db, connection: await testConnection() }, site.ctx.log, {
      from: null,
      isDryRun: false,
      ...wish,
    })
  site.announced()
  const report = await run({ member: 'ALICE', source })
  assert.equal(report.posts.length, 4)
  const announced = new Set<string>()
  const hear = () => {
    for (const topic of site.announced()) announced.add(topic)
    assert.deepEqual([...announced].toSorted(), ['members', 'pages', 'posts', 'projects', 'redirects', 'removals'])
  }
  await vi.waitFor(hear, { timeout: patienceMs, interval: 20 })

  const text = reportText(report)
  assert.match(text, /posts: 4, drafts: 1; already imported: 0; not imported: 0/)
  assert.match(text, /missing\.png: The file does not exist/)
  await assert.rejects(run({ member: 'nobody', source }), /no member named nobody/)
  await assert.rejects(run({ member: 'alice', source: '/nowhere' }), /does not exist/)
  assert.deepEqual(site.logged, [])
})
