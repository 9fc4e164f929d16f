import assert from 'node:assert/strict'
import { feedPostsQuery } from '#features/discovery/feeds/feeds.store.ts'
import { followedPosts, idsQuery, listPosts, taggedPosts } from '#features/writing/posts/post-lists.store.ts'
import { maxFollowedPosts } from '#features/writing/posts/posts.contract.ts'
import { reader, star } from '#tests/large-site/cast.ts'
import { test } from '#tests/large-site/large-site.ts'
import { commonTag, rareTag } from '#tests/large-site/tags.ts'
import { indexesOf, planOf, readWhole, runOf } from '#tests/support/plans.ts'
import { many, one, run, sql } from '#kernel/db.ts'
import { listTags } from './tags.store.ts'

const pages = [
  { fromEnd: false, skip: 0, count: 10 },
  { fromEnd: false, skip: 150, count: 100 },
  { fromEnd: true, skip: 200, count: 10 },
]

test.for([commonTag, rareTag])(
  'reads every page of the tag %s from its index alone, without sorting',
  async (tag, { db }) => {
    for (const slice of pages) {
      const nodes = await planOf(db, idsQuery(taggedPosts(tag), slice))
      assert.ok(
        !nodes.some((node) => ['Sort', 'Seq Scan', 'Bitmap Heap Scan'].includes(node['Node Type'])),
        JSON.stringify(nodes),
      )
      assert.ok(indexesOf(nodes).includes('post_tags_newest'))
    }
  },
)

test('lists the first page of a common tag, with the total number of posts', async ({ db }) => {
  const list = await listPosts(db, { page: 1, limit: 10, tag: commonTag }, null)
  assert.equal(list.total, 25_000)
  assert.ok(list.posts.every(({ tags }) => tags.includes(commonTag)))
})

test('reads a common tag’s feed without reading all of its posts', async ({ db }) => {
  const { id } = (await one<{ id: number }>(db)`select id from tags where name = ${commonTag}`)!
  const nodes = await runOf(db, feedPostsQuery({ tagId: id }))
  assert.ok(indexesOf(nodes).includes('post_tags_newest'))
  assert.ok(
    nodes.every((node) => node['Actual Rows'] <= 50),
    JSON.stringify(nodes.map((node) => node['Actual Rows'])),
  )
})

test('reads no more posts with followed tags than the page needs', async ({ db }) => {
  const nodes = await runOf(db, idsQuery(followedPosts(reader, { page: 1, limit: 10 }), pages[0]!))
  assert.ok(indexesOf(nodes).includes('post_tags_newest'))
  for (const node of nodes) assert.ok(node['Actual Rows'] <= 5000, JSON.stringify(node))
})

const follows = {
  'only the common tag, by anyone': { tags: commonTag, members: [] },
  'the common tag, and a member with a tenth of all posts': { tags: commonTag, members: [star] },
  'many tags and members': { tags: 'tag1%', members: [4, 5, 6, 7, 2000] },
  'a rare tag, and a member with few posts': { tags: rareTag, members: [4] },
}

test.for(Object.entries(follows))(
  'counts and lists the newest posts of what a member follows: %s',
  async ([, { tags, members }], { tx }) => {
    const viewer = { id: 9999, username: 'member9999', role: 'member' } as const
    await run(tx)`delete from follows where follower_id = ${viewer.id}`
    await run(tx)`
      insert into follows (follower_id, following_id) select ${viewer.id}::int, unnest(${members}::int[])`
    await run(tx)`
      insert into tag_follows (member_id, tag_id)
      select ${viewer.id}::int, id from tags where name like ${tags} order by id limit 100`
    const expected = await many<{ id: number }>(tx)`
      select id from posts where member_id <> ${viewer.id} and (member_id = any(${members}::int[])
        or id in (select post_id from post_tags join tag_follows using (tag_id) where tag_follows.member_id = ${viewer.id}))
      order by created_at desc, id desc limit ${maxFollowedPosts}`
    const found: number[] = []
    let last = 1
    for (let page = 1; page <= last; page++) {
      const list = await listPosts(tx, { type: 'following', page, limit: 70 }, viewer)
      assert.equal(list.total, expected.length)
      last = list.totalPages
      found.push(...list.posts.map(({ id }) => id))
    }
    assert.deepEqual(
      found,
      expected.map(({ id }) => id),
    )
    const source = followedPosts(viewer.id, { page: 1, limit: 10 })
    for (const query of [source.total, idsQuery(source, pages[0]!)]) {
      const nodes = await runOf(tx, query)
      const rows = nodes.map(
        (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      )
      assert.ok(Math.max(...rows) <= 5000, JSON.stringify(nodes))
    }
  },
)

test('uses an index to find tags by prefix, and to find the most used tags', async ({ db }) => {
  assert.deepEqual((await listTags(db, { page: 1, limit: 8, q: 'com' })).tags, [{ name: commonTag, postCount: 25_000 }])
  const isShown = sql`stored_post_count > 0 and post_count > 0`
  const popular = sql`select name from shown_tags where ${isShown} order by stored_post_count desc, name limit 8`
  assert.deepEqual(await readWhole(db, popular), [])
  const beginning = sql`select name from shown_tags where ${isShown} and name like 'com%' order by stored_post_count desc limit 8`
  assert.deepEqual(await readWhole(db, beginning), [])
})
