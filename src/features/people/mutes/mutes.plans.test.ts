import assert from 'node:assert/strict'
import { followedPosts, idsQuery, newestPosts, popularPosts } from '#features/writing/posts/post-lists.store.ts'
import { reader } from '#tests/large-site/cast.ts'
import { test } from '#tests/large-site/large-site.ts'
import { planOf } from '#tests/support/plans.ts'

const newest = newestPosts({ readerId: reader })
const newestInCategory = newestPosts({ readerId: reader, categoryId: 3 })
const popular = popularPosts({ readerId: reader })
const sources = {
  posts_newest: newest,
  posts_by_category: newestInCategory,
  like_counts_popular: popular,
  like_counts_popular_by_category: popularPosts({ readerId: reader, categoryId: 3 }),
}

test.for(Object.entries(sources))(
  'reads posts from %s without sorting when 500 members are muted',
  async ([index, source], { db }) => {
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
  },
)

const followed = followedPosts(reader, { page: 1, limit: 10, readerId: reader })
test('lists followed members’ posts using only an index when 500 members are muted', async ({ db }) => {
  const nodes = await planOf(db, idsQuery(followed, { fromEnd: false, skip: 0, count: 10 }))
  const ofPosts = nodes.filter((node) => node['Relation Name'] === 'all_posts')
  assert.deepEqual(
    ofPosts.map((node) => node['Node Type']),
    ['Index Only Scan'],
  )
})

const totals = {
  posts: newest.total,
  'a category’s posts': newestInCategory.total,
  'popular posts': popular.total,
  'followed members’ posts': followed.total,
}

test.for(Object.entries(totals))(
  'counts %s without reading posts when 500 members are muted',
  async ([, total], { db }) => {
    const nodes = await planOf(db, total)
    const tables = new Set(nodes.map((node) => node['Relation Name']))
    assert.ok(tables.has('member_post_counts'), [...tables].join())
    assert.ok(!tables.has('all_posts') && !tables.has('like_counts'), [...tables].join())
  },
)
