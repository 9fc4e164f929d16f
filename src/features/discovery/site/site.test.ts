import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { testDb } from '#tests/support/database.ts'
import { findOwnerUsername } from './site.store.ts'

test('treats the first member as the owner until ownership is set, and has no owner on an empty site', async () => {
  const db = await testDb()
  assert.equal(await findOwnerUsername(db), null)
  await run(db)`insert into members (issuer, subject, username, display_name)
    values ('test', '1', 'first', 'First'), ('test', '2', 'Boss', 'Boss')`
  assert.equal(await findOwnerUsername(db), 'first')
  await run(db)`insert into site_ownership (member_id) select id from members where username = 'Boss'`
  assert.equal(await findOwnerUsername(db), 'Boss')
})
