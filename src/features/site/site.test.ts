import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { testDb } from '#tests/database.ts'
import { findOwnerUsername } from './site.store.ts'

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

test('every page asks for the owner: with 100,000 members that is still no work', async () => {
  const db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member' from generate_series(1, 100000) n`
  await findOwnerUsername(db, 'member50000')
  const times: number[] = []
  for (let i = 0; i < 21; i++) {
    const startedMs = performance.now()
    assert.equal(await findOwnerUsername(db, 'member50000'), 'member50000')
    times.push(performance.now() - startedMs)
  }
  const median = times.toSorted((a, b) => a - b)[10]!
  assert.ok(median < 10, `${median} ms`)
})
