import assert from 'node:assert/strict'
import { inTransaction, run } from '#kernel/db.ts'
import { test } from '#tests/large-site/large-site.ts'
import { indexesOf, planOf, readWhole, runOf } from '#tests/support/plans.ts'
import { AdminMemberQuery } from './members.contract.ts'
import { adminMembersSql, totalSql } from './members.store.ts'

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

test.for([
  ['owner', 'members_pkey'],
  ['admin', 'members_with_role'],
] as const)('finds the few members with the role %s in an index', async ([role, index], { db }) => {
  const nodes = await planOf(db, adminMembersSql(AdminMemberQuery.parse({ role })))
  assert.ok(indexesOf(nodes).includes(index), JSON.stringify(nodes))
  assert.ok(nodes.every((node) => node['Node Type'] !== 'Seq Scan' || node['Relation Name'] !== 'all_members'))
})

test.for([{}, { role: 'moderator' }, { role: 'reader', state: 'suspended' }] as const)(
  'does not count members with the filter %j',
  async (filter, { db }) => {
    const read = (await planOf(db, totalSql(filter))).flatMap((node) => node['Relation Name'] ?? [])
    assert.deepEqual(read, ['member_totals'])
  },
)

test.for([
  ['lists', (filter: { q: string }) => adminMembersSql(AdminMemberQuery.parse(filter))],
  ['counts', totalSql],
] as const)('%s members with a part of a name through indexes', async ([, query], { db }) => {
  const nodes = await inTransaction(db, async (db) => {
    await run(db)`set local enable_seqscan = off` // there are no accounts on the large site
    return planOf(db, query({ q: 'mber12' }))
  })
  const indexes = indexesOf(nodes)
  assert.ok(indexes.includes('members_by_part_of_name'), JSON.stringify(nodes))
  assert.ok(indexes.includes('accounts_by_part_of_email'), JSON.stringify(nodes))
  assert.ok(!(await readWhole(db, query({ q: 'mber12' }))).includes('all_members'))
})

test('finds a page of common matches by reading only the newest members', async ({ db }) => {
  const nodes = await runOf(db, adminMembersSql(AdminMemberQuery.parse({ q: 'mber' }), true))
  assert.ok(indexesOf(nodes).includes('members_pkey'), JSON.stringify(nodes))
  const read = nodes
    .filter((node) => node['Relation Name'] === 'all_members')
    .map((node) => node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)))
  assert.ok(Math.max(...read) < 100, JSON.stringify(nodes))
})
