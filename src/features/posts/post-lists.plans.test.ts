import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { type Db, many, run, sql } from '#kernel/db.ts'
import { testDb } from '#tests/database.ts'
import { planOf } from '#tests/plans.ts'
import { idsQuery, listPosts, newestPosts, popularPosts, postsBy } from './post-lists.store.ts'

const posts = 10_000
let db: Db

beforeEach(async () => {
  db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member' from generate_series(1, 20) n`
  await run(db)`
    insert into posts (member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form, created_at)
    select (select min(id) from members) + n % 20, repeat('word ', 100), repeat('word ', 100), 'x', 1, n % 5 + 1, n % 7 = 0,
      timestamptz '2025-01-01' + n * interval '1 minute'
    from generate_series(1, ${posts}::int) n`
  await run(db)`update post_totals t set total = (
    select count(*) from posts p where p.is_long_form = t.is_long_form and p.category_id = t.category_id)`
  await run(db)`insert into like_counts (post_id, like_count, is_long_form, category_id, created_at, member_id)
    select id, id % 9, is_long_form, category_id, created_at, member_id from posts`
  await sql`vacuum analyze all_posts, like_counts`.execute(db)
})

test('every page of every list is read from an index alone, unsorted, at 10,000 posts', async () => {
  const author = (await many<{ id: number }>(db)`select id from members limit 1`)[0]!.id
  const sources = {
    posts_newest: newestPosts({}),
    posts_by_kind: newestPosts({ isLongForm: true }),
    posts_by_category: newestPosts({ categoryId: 3 }),
    posts_by_kind_and_category: newestPosts({ isLongForm: false, categoryId: 3 }),
    posts_by_member: postsBy(author),
    like_counts_popular: popularPosts({}),
    like_counts_popular_by_category: popularPosts({ categoryId: 3, isLongForm: false }),
  }
  for (const [index, source] of Object.entries(sources)) {
    for (const stretch of [
      { fromEnd: false, skip: 0, count: 10 },
      { fromEnd: false, skip: 150, count: 100 },
      { fromEnd: true, skip: 200, count: 10 },
    ]) {
      const nodes = await planOf(db, idsQuery(source, stretch))
      assert.deepEqual(
        nodes.map((node) => node['Node Type']),
        ['Limit', 'Index Only Scan'],
        index,
      )
      assert.equal(nodes[1]?.['Index Name'], index)
    }
  }
})

test('the pages of a long list fit together, from both ends', async () => {
  const seen = new Set<number>()
  for (let page = 1; page <= 100; page++) {
    const list = await listPosts(db, { page, limit: 100 }, null)
    for (const { id } of list.posts) seen.add(id)
  }
  assert.equal(seen.size, posts)
})
