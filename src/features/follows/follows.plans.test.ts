import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { type Db, inTransaction, one, run, sql } from '#kernel/db.ts'
import { everybody, followedBy, followersOf, listFollowers, membersLike } from '#features/profiles/people.store.ts'
import { followedPosts, idsQuery } from '#features/posts/post-lists.store.ts'
import { findUserById, userRows } from '#features/profiles/profiles.store.ts'
import { testDb } from '#tests/database.ts'
import { indexesOf, planOf } from '#tests/plans.ts'

const members = 10_000
const posts = 50_000
let db: Db
let firstId: number

// Everybody follows the hundred after them, but for the first member, whom everybody follows.
beforeEach(async () => {
  db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member ' || n from generate_series(1, ${members}::int) n`
  firstId = (await one<{ id: number }>(db)`select min(id) as id from members`)!.id
  await inTransaction(db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db) // a million checks of keys that are right
    await run(db)`insert into follows (follower_id, following_id, created_at)
      select ${firstId}::int + n, case when step = 0 then ${firstId}::int else ${firstId}::int + (n + step) % ${members}::int end,
        timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, ${members}::int - 1) n, generate_series(0, 100) step
      on conflict do nothing`
  })
  await run(db)`insert into follow_counts
    select id, coalesce(followers, 0), coalesce(following, 0) from members
      left join (select following_id as id, count(*) as followers from follows group by 1) as followed using (id)
      left join (select follower_id as id, count(*) as following from follows group by 1) as following using (id)`
  await run(db)`
    insert into posts (member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form, created_at)
    select ${firstId}::int + n % ${members}::int, 'x', 'x', 'x', 1, 5, false, timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${posts}::int) n`
  await sql`vacuum analyze all_members, follows, follow_counts, all_posts`.execute(db)
}, 120_000)

test('lists of members and the feed of those whom one follows stay on indexes at 10,000 members and 1,000,000 follows', async () => {
  const { total } = (await one<{ total: number }>(db)`select count(*) as total from follows`)!
  assert.ok(total > 990_000, String(total))
  const pages = {
    members_newest: everybody,
    follows_of_followed: followersOf(firstId),
    follows_of_follower: followedBy(firstId + 5),
  }
  for (const [index, { ids, idsFromEnd }] of Object.entries(pages)) {
    for (const order of [ids, idsFromEnd]) {
      const nodes = await planOf(db, sql`${order} limit 10`)
      assert.deepEqual(
        nodes.map((node) => node['Node Type']),
        ['Limit', 'Index Only Scan'],
        index,
      )
      assert.equal(nodes[1]?.['Index Name'], index)
    }
  }
  const nodes = await planOf(db, sql`${membersLike('member99').ids} limit 10`)
  const indexes = indexesOf(nodes)
  assert.deepEqual(indexes.toSorted(), ['members_name_prefix', 'members_username_prefix'])
  assert.ok(nodes.every((node) => node['Node Type'] !== 'Seq Scan'))

  const popular = (await findUserById(db, firstId, firstId + 1))!
  assert.deepEqual([popular.followersCount, popular.followers.length, popular.isFollowing], [members - 1, 50, true])
  assert.equal(popular.followers[0]?.id, firstId + members - 1)

  // Ten thousand follow the first member and a hundred the second: neither profile reads more than its newest fifty.
  for (const id of [firstId, firstId + 1]) {
    const nodes = await planOf(db, sql`${userRows(firstId + 5)} where id = ${id}`)
    const indexes = new Set(nodes.map((node) => node['Index Name']))
    assert.ok(indexes.has('follows_of_followed') && indexes.has('follows_of_follower'), JSON.stringify(nodes))
    assert.ok(nodes.every((node) => node['Node Type'] !== 'Seq Scan' && node['Node Type'] !== 'Sort'))
  }
  const last = await listFollowers(db, firstId, { page: 1000, limit: 10 }, null)
  assert.deepEqual(
    last.users.map(({ id }) => id - firstId),
    [9, 8, 7, 6, 5, 4, 3, 2, 1],
  )

  const followed = followedPosts(firstId + 5, { page: 3, limit: 10 })
  for (const query of [
    followed.total,
    idsQuery(followed, { fromEnd: false, skip: 20, count: 10 }),
    idsQuery(followed, { fromEnd: true, skip: 20, count: 10 }),
  ]) {
    const nodes = await planOf(db, query)
    const indexes = indexesOf(nodes)
    assert.ok(indexes.includes('posts_by_member'), JSON.stringify(nodes))
    assert.ok(nodes.every((node) => node['Node Type'] !== 'Seq Scan'))
  }
}, 120_000)
