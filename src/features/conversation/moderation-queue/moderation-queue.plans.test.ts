import assert from 'node:assert/strict'
import { star } from '#tests/large-site/cast.ts'
import { test } from '#tests/large-site/large-site.ts'
import { planOf } from '#tests/support/plans.ts'
import { countsQuery } from './moderation-queue.store.ts'

test.for([
  ['admin', 'moderation_totals'],
  ['member', 'moderation_counts'],
] as const)('counts the moderation queue without reading it (as %s)', async ([role, table], { db }) => {
  const read = (await planOf(db, countsQuery({ id: star, role }))).flatMap((node) => node['Relation Name'] ?? [])
  assert.deepEqual(read, [table])
})
