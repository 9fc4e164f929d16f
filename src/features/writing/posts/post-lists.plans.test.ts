import assert from 'node:assert/strict'
import { many, one } from '#kernel/db.ts'
import { reader, star } from '#tests/large-site/cast.ts'
import { test } from '#tests/large-site/large-site.ts'
import { commonTag } from '#tests/large-site/tags.ts'
import { indexesOf, planOf, runOf } from '#tests/support/plans.ts'
import { articlesBy, idsQuery, listPosts, newestPosts, popularPosts, postsBy, taggedPosts } from './post-lists.store.ts'
import { findStart } from './post-months.store.ts'
import { lastChangedQuery } from './posts-sitemap.store.ts'

const sources = {
  posts_newest: newestPosts({}),
  posts_by_kind: newestPosts({ isLongForm: true }),
  posts_by_category: newestPosts({ categoryId: 3 }),
  posts_by_kind_and_category: newestPosts({ isLongForm: false, categoryId: 3 }),
  posts_by_member: postsBy(star),
  articles_by_member: articlesBy(star),
  like_counts_popular: popularPosts({}),
  like_counts_popular_by_category: popularPosts({ categoryId: 3, isLongForm: false }),
}

test.for(Object.entries(sources))(
  'reads every page from %s alone, without sorting',
  async ([index, source], { db }) => {
    for (const stretch of [
      { fromEnd: false, skip: 0, count: 10 },
      { fromEnd: false, skip: 150, count: 100 },
      { fromEnd: true, skip: 200, count: 10 },
    ]) {
      const nodes = await planOf(db, idsQuery(source, stretch))
      assert.deepEqual(
        nodes.map((node) => node['Node Type']),
        ['Limit', 'Index Only Scan'],
      )
      assert.equal(nodes[1]?.['Index Name'], index)
    }
  },
)

test.for([false, true])(
  'finds the last change for the sitemap in an index (articles: %s)',
  async (isLongForm, { db }) => {
    const nodes = await planOf(db, lastChangedQuery(isLongForm))
    assert.deepEqual(indexesOf(nodes), ['posts_changed'])
    assert.ok(nodes.every((node) => node['Node Type'] !== 'Sort'))
  },
)

test('counts popular posts without reading their likes', async ({ db }) => {
  for (const filters of [{}, { categoryId: 3, isLongForm: false }]) {
    const nodes = await planOf(db, popularPosts(filters).total)
    assert.ok(
      nodes.every(({ 'Relation Name': table }) => table === undefined || table === 'liked_post_totals'),
      JSON.stringify(nodes),
    )
  }
  const { total } = await listPosts(db, { page: 1, limit: 1, type: 'popular', categoryId: 3 }, null)
  const counted = await one(db)`select count(*) as total from like_counts where like_count > 0 and category_id = 3`
  assert.deepEqual({ total }, counted)
})

test('lists each post exactly once across the pages of a long list', async ({ db }) => {
  const seen: number[] = []
  const first = await listPosts(db, { page: 1, limit: 100, isLongForm: true }, null)
  assert.ok(first.totalPages > 70, String(first.totalPages))
  for (let page = 1; page <= first.totalPages; page++) {
    const list = await listPosts(db, { page, limit: 100, isLongForm: true }, null)
    seen.push(...list.posts.map(({ id }) => id))
  }
  assert.equal(seen.length, first.total)
  assert.equal(new Set(seen).size, first.total)
})

test.for(
  Object.entries({
    feed: newestPosts({}),
    'feed without muted members': newestPosts({ readerId: reader }),
    category: newestPosts({ categoryId: 3 }),
    articles: newestPosts({ isLongForm: true }),
    tag: taggedPosts(commonTag),
  }),
)('skips whole months in a long list, and then less than half a month (%s)', async ([, source], { db }) => {
  const idsOf = async (query: ReturnType<typeof idsQuery>) =>
    (await many<{ id: number }>(db)`${query}`).map(({ id }) => id)
  const { total } = (await one<{ total: number }>(db)`${source.total}`)!
  // The last tenth of the posts is in the second of two months.
  const slices = [
    { fromEnd: false, skip: Math.max(5000, Math.round(total * 0.13)), count: 10 },
    { fromEnd: false, skip: Math.round(total * 0.87), count: 10 },
    { fromEnd: true, skip: Math.round(total * 0.93), count: 10 },
  ]
  for (const slice of slices) {
    const start = await findStart(db, source.months!.counts, slice)
    assert.ok(start && start.slice.skip < total / 2, `${slice.skip} of ${total}: ${start?.slice.skip}`)
    const query = idsQuery(source.months!.from(start.from), start.slice)
    const ids = (await idsOf(query)).slice(0, 10)
    const expected = await idsOf(idsQuery(source, slice))
    assert.deepEqual(start.slice.fromEnd === slice.fromEnd ? ids : ids.toReversed(), expected)
    const scan = (await runOf(db, query)).find((node) => node['Node Type'] === 'Index Only Scan')
    assert.equal(scan?.['Actual Rows'], start.slice.skip + 10)
  }
})
