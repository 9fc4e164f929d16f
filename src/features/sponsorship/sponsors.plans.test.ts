import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, one, run, sql } from '#kernel/db.ts'
import { testDb } from '#tests/database.ts'
import { nodesOf } from '#tests/plans.ts'
import { pageOf } from './sponsors.store.ts'

interface Plan {
  'Node Type': string
  'Index Name'?: string
  Plans?: Plan[]
}

test('a page of 10,000 sponsors among 60,000, and their pictures, are found by index', async () => {
  const db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member ' || n from generate_series(1, 6) n`
  const { id } = (await one<{ id: number }>(db)`select min(id) as id from members`)!
  await run(db)`insert into sponsors (member_id, source, display_name, picture, is_private)
    select ${id}::int + n % 6, 'manual', 'Sponsor', 'https://pictures.example/' || n, false from generate_series(1, 60000) n`
  await sql`vacuum analyze sponsors`.execute(db)
  const nodesFor = async (query: ReturnType<typeof sql>) => {
    const rows = await many<{ 'QUERY PLAN': [{ Plan: Plan }] }>(db)`explain (format json) ${query}`
    return nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
  }
  for (const page of [1, 400]) {
    const nodes = await nodesFor(pageOf(sql`id`, sql`${id}::int`, { page, limit: 5 }))
    assert.deepEqual(
      nodes.map((node) => node['Index Name'] ?? node['Node Type']),
      ['Limit', 'sponsors_listed'],
    )
  }
  const picture = sql`select 1 from sponsors
    where picture = 'https://pictures.example/7' and picture is not null and is_active and picture like 'http%' limit 1`
  assert.ok((await nodesFor(picture)).some((node) => node['Index Name'] === 'sponsors_picture'))
}, 60_000)
