import assert from 'node:assert/strict'
import { sql } from '#kernel/db.ts'
import { star } from '#tests/large-site/cast.ts'
import { test } from '#tests/large-site/large-site.ts'
import { indexesOf, planOf } from '#tests/support/plans.ts'
import { pageOf } from './sponsors.store.ts'

test('uses one index to read any page of a member’s sponsors, without sorting', async ({ db }) => {
  for (const page of [1, 400]) {
    const nodes = await planOf(db, pageOf(sql`id`, sql`${star}::int`, { page, limit: 5 }))
    assert.deepEqual(
      nodes.map((node) => node['Index Name'] ?? node['Node Type']),
      ['Limit', 'sponsors_listed'],
    )
  }
})

test('uses an index to check whether a picture belongs to a sponsor', async ({ db }) => {
  const picture = sql`select 1 from sponsors
    where picture = 'https://pictures.example/7' and picture is not null and is_active and picture like 'http%' limit 1`
  assert.ok(indexesOf(await planOf(db, picture)).includes('sponsors_picture'))
})
