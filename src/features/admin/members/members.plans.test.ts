import assert from 'node:assert/strict'
import { inTransaction, run } from '#kernel/db.ts'
import { test } from '#tests/large-site/large-site.ts'
import { readWhole } from '#tests/support/plans.ts'
import { AdminMemberQuery } from './members.contract.ts'
import { adminMembersSql } from './members.store.ts'

test('finds each listed member’s account, sessions, invitation, and files through indexes', async ({ db }) => {
  const query = adminMembersSql(AdminMemberQuery.parse({ before: '5000' }))
  const scanned = await inTransaction(db, async (db) => {
    // These tables are empty on the large site: the planner would prefer a scan even though there is an index.
    await run(db)`set local enable_seqscan = off`
    return readWhole(db, query)
  })
  // PostgreSQL hashes the few second factors instead.
  assert.deepEqual(
    scanned.filter((table) => table !== 'identity_factors'),
    [],
  )
})
