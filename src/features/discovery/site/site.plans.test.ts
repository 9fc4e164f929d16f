import assert from 'node:assert/strict'
import { run } from '#kernel/db.ts'
import { test } from '#tests/large-site/large-site.ts'
import { planOf } from '#tests/support/plans.ts'
import { factsQuery } from './site.store.ts'

test.for([false, true])('uses an index to find the owner (explicitly set: %s)', async (isChosen, { tx }) => {
  if (isChosen) await run(tx)`insert into site_ownership (member_id) values (5000)`
  const nodes = await planOf(
    tx,
    factsQuery({ ruleSlugs: ['conduct', 'privacy'], homeSlug: 'about', chosenOwner: 'alice' }),
  )
  const ofMembers = nodes.filter((node) => node['Relation Name'] === 'all_members')
  assert.ok(ofMembers.length > 0 && ofMembers.every((node) => node['Node Type'].startsWith('Index')))
})
