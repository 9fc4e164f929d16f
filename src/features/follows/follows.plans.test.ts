import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { everybody, followedBy, followersOf, membersLike } from '#features/profiles/people.store.ts'
import { findUserById } from '#features/profiles/profiles.store.ts'
import { testDb } from '#tests/database.ts'

const members = 10_000
let db: Db
let firstId: number

// Everybody follows the hundred after them, but for the first member, whom everybody follows.
beforeEach(async () => {
  db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member ' || n from generate_series(1, ${members}::int) n`
  firstId = (await one<{ id: number }>(db)`select min(id) as id from members`)!.id
  await run(db)`insert into follows (follower_id, following_id, created_at)
    select ${firstId}::int + n, case when step = 0 then ${firstId}::int else ${firstId}::int + (n + step) % ${members}::int end,
      timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${members}::int - 1) n, generate_series(0, 100) step
    on conflict do nothing`
  await run(db)`insert into follow_counts select id, (select count(*) from follows where following_id = id),
    (select count(*) from follows where follower_id = id) from members`
  await sql`vacuum analyze members, follows, follow_counts`.execute(db)
}, 60_000)

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

async function planOf(query: ReturnType<typeof sql>): Promise<Plan[]> {
  const rows = await many<{ 'QUERY PLAN': [{ Plan: Plan }] }>(db)`explain (format json) ${query}`
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
}

test('lists of members stay on indexes at 10,000 members and 1,000,000 follows', async () => {
  const { total } = (await one<{ total: number }>(db)`select count(*) as total from follows`)!
  assert.ok(total > 990_000, String(total))
  const pages = {
    members_pkey: everybody,
    follows_of_followed: followersOf(firstId),
    follows_of_follower: followedBy(firstId + 5),
  }
  for (const [index, { ids }] of Object.entries(pages)) {
    const nodes = await planOf(sql`${ids} limit 10`)
    assert.deepEqual(
      nodes.map((node) => node['Node Type']),
      ['Limit', 'Index Only Scan'],
      index,
    )
    assert.equal(nodes[1]?.['Index Name'], index)
  }
  const nodes = await planOf(sql`${membersLike('member99').ids} limit 10`)
  const indexes = nodes.flatMap((node) => node['Index Name'] ?? [])
  assert.deepEqual(indexes.toSorted(), ['members_name_prefix', 'members_username_prefix'])
  assert.ok(nodes.every((node) => node['Node Type'] !== 'Seq Scan'))

  const popular = (await findUserById(db, firstId, firstId + 1))!
  assert.deepEqual([popular.followersCount, popular.followers.length, popular.isFollowing], [members - 1, 50, true])
  assert.equal(popular.followers[0]?.id, firstId + members - 1)
}, 60_000)
