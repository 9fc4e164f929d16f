import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run, sql } from '#kernel/db.ts'
import { testDb } from '#tests/database.ts'
import { planOf } from '#tests/plans.ts'
import { findOwnerUsername, ownerQuery } from './site.store.ts'

test('the first member stands in for the owner until there is one; an empty site has none', async () => {
  const db = await testDb()
  assert.equal(await findOwnerUsername(db), null)
  await run(db)`insert into members (issuer, subject, username, display_name)
    values ('test', '1', 'first', 'First'), ('test', '2', 'Boss', 'Boss')`
  assert.equal(await findOwnerUsername(db), 'first')
  await run(db)`insert into site_ownership (member_id) select id from members where username = 'Boss'`
  assert.equal(await findOwnerUsername(db), 'Boss')
})

test('finds the owner by index among 100,000 members, with or without an explicit owner', async () => {
  const db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member' from generate_series(1, 100000) n`
  await sql`vacuum analyze all_members`.execute(db)
  for (const isChosen of [false, true]) {
    if (isChosen) await run(db)`insert into site_ownership (member_id) values (50000)`
    const nodes = await planOf(db, ownerQuery)
    const ofMembers = nodes.filter((node) => node['Relation Name'] === 'all_members')
    assert.ok(ofMembers.length > 0 && ofMembers.every((node) => node['Node Type'].startsWith('Index')))
  }
})
