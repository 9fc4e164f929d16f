import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run, sql } from '#kernel/db.ts'
import { followedPosts, idsQuery, newestPosts, popularPosts } from '#features/posts/post-lists.store.ts'
import { testDb } from '#tests/database.ts'
import { planOf } from '#tests/plans.ts'
import { maxMutedMembers } from './mutes.contract.ts'

const members = 2000
const posts = 100_000

test('a feed without 500 muted members stays on indexes, unsorted, at 100,000 posts', async () => {
  const db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member' from generate_series(1, ${members}::int) n`
  const { reader } = (await one<{ reader: number }>(db)`select min(id) as reader from members`)!
  await run(db)`insert into mutes (member_id, muted_id)
    select ${reader}::int, ${reader}::int + n from generate_series(1, ${maxMutedMembers}::int) n`
  await run(db)`insert into mutes (member_id, muted_id)
    select ${reader}::int + n, ${reader}::int + (n + step) % ${members}::int
    from generate_series(1, ${members}::int - 1) n, generate_series(1, 20) step`
  await run(db)`insert into follows (follower_id, following_id)
    select ${reader}::int, ${reader}::int + n * 7 from generate_series(1, 200) n`
  await run(db)`
    insert into posts (member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form, created_at)
    select ${reader}::int + (n * 7919) % ${members}::int, 'x', 'x', 'x', 1, n % 5 + 1, false,
      timestamptz '2025-01-01' + n * interval '1 minute'
    from generate_series(1, ${posts}::int) n`
  await run(db)`update post_totals t set total = (
    select count(*) from posts p where p.is_long_form = t.is_long_form and p.category_id = t.category_id)`
  await run(db)`insert into like_counts (post_id, like_count, is_long_form, category_id, created_at, member_id)
    select id, id % 9, is_long_form, category_id, created_at, member_id from posts`
  await sql`vacuum analyze all_members, all_posts, like_counts, mutes, follows`.execute(db)

  const sources = {
    posts_newest: newestPosts({ readerId: reader }),
    posts_by_category: newestPosts({ readerId: reader, categoryId: 3 }),
    like_counts_popular: popularPosts({ readerId: reader }),
    like_counts_popular_by_category: popularPosts({ readerId: reader, categoryId: 3 }),
  }
  for (const [index, source] of Object.entries(sources)) {
    for (const stretch of [
      { fromEnd: false, skip: 0, count: 10 },
      { fromEnd: true, skip: 2000, count: 10 },
    ]) {
      const nodes = await planOf(db, idsQuery(source, stretch))
      const table = index.startsWith('posts') ? 'all_posts' : 'like_counts'
      const [scan, ...others] = nodes.filter((node) => node['Relation Name'] === table)
      assert.deepEqual([scan?.['Node Type'], scan?.['Index Name'], others], ['Index Only Scan', index, []])
      assert.ok(!nodes.some((node) => ['Sort', 'Seq Scan'].includes(node['Node Type'])), JSON.stringify(nodes))
    }
  }
  const followed = followedPosts(reader, { page: 1, limit: 10, readerId: reader })
  for (const query of [
    sources.posts_newest.total,
    sources.posts_by_category.total,
    followed.total,
    idsQuery(followed, { fromEnd: false, skip: 0, count: 10 }),
  ]) {
    const ofPosts = (await planOf(db, query)).filter((node) => node['Relation Name'] === 'all_posts')
    assert.deepEqual(
      ofPosts.map((node) => node['Node Type']),
      ['Index Only Scan'],
    )
  }
}, 60_000)
