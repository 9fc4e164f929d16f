import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run, sql } from '#kernel/db.ts'
import { testDb } from '#tests/database.ts'
import { indexesOf, planOf } from '#tests/plans.ts'
import { pageOf } from './sponsors.store.ts'

test('a page of 10,000 sponsors among 60,000, and their pictures, are found by index', async () => {
  const db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member ' || n from generate_series(1, 6) n`
  const { id } = (await one<{ id: number }>(db)`select min(id) as id from members`)!
  await run(db)`insert into sponsors (member_id, source, display_name, picture, is_private)
    select ${id}::int + n % 6, 'manual', 'Sponsor', 'https://pictures.example/' || n, false from generate_series(1, 60000) n`
  await sql`vacuum analyze sponsors`.execute(db)
  for (const page of [1, 400]) {
    const nodes = await planOf(db, pageOf(sql`id`, sql`${id}::int`, { page, limit: 5 }))
    assert.deepEqual(
      nodes.map((node) => node['Index Name'] ?? node['Node Type']),
      ['Limit', 'sponsors_listed'],
    )
  }
  const picture = sql`select 1 from sponsors
    where picture = 'https://pictures.example/7' and picture is not null and is_active and picture like 'http%' limit 1`
  assert.ok(indexesOf(await planOf(db, picture)).includes('sponsors_picture'))
}, 60_000)
