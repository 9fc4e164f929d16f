import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run, sql } from '#kernel/db.ts'
import { testDb } from '#tests/database.ts'
import { planOf } from '#tests/plans.ts'
import { findOwnerUsername, ownerQuery } from './site.store.ts'

test('the owner is the member whom the settings name, else the first; an empty site has none', async () => {
  const db = await testDb()
  assert.equal(await findOwnerUsername(db, null), null)
  assert.equal(await findOwnerUsername(db, 'boss'), null)
  await run(db)`insert into members (issuer, subject, username, display_name)
    values ('test', '1', 'first', 'First'), ('test', '2', 'Boss', 'Boss')`
  assert.equal(await findOwnerUsername(db, null), 'first')
  assert.equal(await findOwnerUsername(db, 'boss'), 'Boss')
  assert.equal(await findOwnerUsername(db, 'not-yet-here'), 'first')
})

test('every page asks for the owner: with 100,000 members they are found by index, named or not', async () => {
  const db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member' from generate_series(1, 100000) n`
  await sql`vacuum analyze all_members`.execute(db)
  for (const name of ['member50000', null]) {
    const types = (await planOf(db, ownerQuery(name))).map((node) => node['Node Type'])
    assert.ok(types.includes('Index Scan') && !types.includes('Seq Scan'), types.join())
  }
})
