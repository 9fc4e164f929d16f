import assert from 'node:assert/strict'
import { one, sql } from '#kernel/db.ts'
import {
  allMembers,
  followedBy,
  followersOf,
  listFollowers,
  membersLike,
} from '#features/people/profiles/people.store.ts'
import { articlesBy, followedPosts, idsQuery, postsBy } from '#features/writing/posts/post-lists.store.ts'
import { findUserById, userRows } from '#features/people/profiles/profiles.store.ts'
import { members, posts, star } from '#tests/large-site/cast.ts'
import { test } from '#tests/large-site/large-site.ts'
import { indexesOf, planOf } from '#tests/support/plans.ts'

const other = 6
const follower = 2

test('reads lists of members from one index, without sorting', async ({ db }) => {
  const { total } = (await one<{ total: number }>(db)`select count(*) as total from follows`)!
  assert.ok(total > 100_000, String(total))
  const lists = {
    members_newest: allMembers,
    follows_of_followed: followersOf(star),
    follows_of_follower: followedBy(other),
  }
  for (const [index, { ids, idsFromEnd }] of Object.entries(lists)) {
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
})

test('uses an index to find members by the beginning of their username or name', async ({ db }) => {
  const nodes = await planOf(db, sql`${membersLike('member99').ids} limit 10`)
  assert.deepEqual(indexesOf(nodes).toSorted(), ['members_name_prefix', 'members_username_prefix'])
  assert.ok(nodes.every((node) => node['Node Type'] !== 'Seq Scan'))
})

test('reads only the fifty newest followers for a profile', async ({ db }) => {
  const popular = (await findUserById(db, star, follower))!
  assert.deepEqual([popular.followersCount, popular.followers.length, popular.isFollowing], [members - 1, 50, true])
  assert.equal(popular.followers[0]?.id, members)
  // Everyone follows one of these members; few follow the other.
  for (const id of [star, follower]) {
    const nodes = await planOf(db, sql`${userRows(other)} where id = ${id}`)
    const indexes = indexesOf(nodes)
    for (const index of ['follows_of_followed', 'follows_of_follower']) assert.ok(indexes.includes(index), index)
    assert.ok(nodes.every((node) => node['Node Type'] !== 'Seq Scan' && node['Node Type'] !== 'Sort'))
  }
})

test('shows the oldest followers on the last page', async ({ db }) => {
  const last = await listFollowers(db, star, { page: 1000, limit: 10 }, null)
  assert.deepEqual(
    last.users.map(({ id }) => id),
    [10, 9, 8, 7, 6, 5, 4, 3, 2],
  )
})

test('uses an index to read followed members’ posts', async ({ db }) => {
  const nodes = await planOf(
    db,
    idsQuery(followedPosts(other, { page: 3, limit: 10 }), { fromEnd: false, skip: 20, count: 10 }),
  )
  assert.ok(indexesOf(nodes).includes('posts_by_member'), JSON.stringify(nodes))
  assert.ok(nodes.every((node) => node['Node Type'] !== 'Seq Scan'))
})

test('counts followed members’ posts, and those of a profile, without reading posts', async ({ db }) => {
  for (const query of [
    followedPosts(other, { page: 3, limit: 10 }).total,
    postsBy(star).total,
    articlesBy(star).total,
  ]) {
    const nodes = await planOf(db, query)
    assert.ok(indexesOf(nodes).includes('member_post_counts_pkey'), JSON.stringify(nodes))
    assert.ok(nodes.every((node) => node['Node Type'] !== 'Seq Scan' && node['Relation Name'] !== 'all_posts'))
  }
  const profile = (await findUserById(db, star, follower))!
  assert.equal(profile.postCount, posts / 10)
})
