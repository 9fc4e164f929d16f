import assert from 'node:assert/strict'
import { run } from '#kernel/db.ts'
import { star } from '#tests/large-site/cast.ts'
import { test } from '#tests/large-site/large-site.ts'
import { indexesOf, runOf } from '#tests/support/plans.ts'
import { entriesSql } from './audit-log.store.ts'

const limit = 20
/** A member with few entries. */
const rare = 7

test.for([
  [{}, ['audit_log_pkey']],
  [{ before: 10_000 }, ['audit_log_pkey']],
  [{ action: 'member.suspended' }, ['audit_log_by_action', 'audit_log_pkey']],
  [{ who: 'operator' as const }, ['audit_log_by_actor_kind', 'audit_log_pkey']],
  [{ member: `member${rare}` }, ['audit_log_by_actor', 'audit_log_by_subject', 'audit_log_pkey']],
] as const)('reads only the listed entries with the filter %j', async ([filter, indexes], { tx }) => {
  await run(tx)`
    insert into audit_log (action, actor_kind, actor_id, subject_id)
    select case when n % 100 = 0 then 'member.suspended' else 'post.hidden' end,
      case when n % 1000 = 0 then 'operator' else 'member' end,
      case when n % 1000 = 0 then null when n % 700 = 1 then ${rare}::int else ${star} end,
      case when n % 700 = 2 then ${rare}::int else ${star} end
    from generate_series(1, 20000) n`
  await run(tx)`analyze audit_log`
  const nodes = (await runOf(tx, entriesSql({ ...filter, limit }))).filter(
    (node) => node['Relation Name'] === 'audit_log',
  )
  assert.deepEqual([...new Set(indexesOf(nodes))].toSorted(), indexes)
  for (const node of nodes) assert.ok(node['Actual Rows'] * node['Actual Loops'] <= limit, JSON.stringify(node))
})
