import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, one } from '#kernel/db.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { likeRoutes } from '#features/writing/likes/likes.routes.ts'
import { listFeedPosts } from '#features/discovery/feeds/feeds.store.ts'
import { searchRoutes } from '#features/discovery/search/search.routes.ts'
import { tagRoutes } from '#features/writing/tags/tags.routes.ts'
import { cast, type Name } from '#tests/support/cast.ts'
import { wrongLikedCounts } from '#tests/support/liked-counts.ts'
import { hidePostsOf, unhidePostsOf } from './hidden-posts.store.ts'
import {
  deletePost,
  getPost,
  getPosts,
  getPostsBy,
  type Post,
  PostList,
  publishPost,
  updatePost,
} from './posts.contract.ts'
import { postRoutes } from './posts.routes.ts'

const content = 'A submarine needs at least fifty characters, and this one has more.'

async function castUnlisted() {
  const t = await cast([...postRoutes, ...likeRoutes, ...tagRoutes, ...searchRoutes])
  const article = { title: 'A submarine', content, categoryId: 1, isLongForm: true, tags: ['depth'] }
  const publish = async (part: object = { isUnlisted: true }) =>
    (await t.alice<Post>('POST', publishPost.path, { ...article, ...part })).body
  const edit = async (id: number, part: object) => (await t.alice<Post>('PATCH', updatePost.href({ id }), part)).body
  const read = (id: number, as: Name | 'stranger' = 'stranger') => t[as]<Post>('GET', getPost.href({ id }))
  /** The post ids or result counts from everything that lists posts. */
  const listed = async () => {
    const lists = await Promise.all(
      [
        getPosts.path,
        `${getPosts.path}?isLongForm=true`,
        `${getPosts.path}?categoryId=1`,
        `${getPosts.path}?tag=depth`,
        `${getPosts.path}?type=popular`,
        getPostsBy.href({ id: t.members.alice.id }),
      ].map(async (path) => PostList.parse((await t.stranger('GET', path)).body)),
    )
    const found = await t.stranger<{ total: number }>('GET', '/api/search?q=submarine')
    const feed = await listFeedPosts(t.db, {})
    return [...lists.flatMap(({ posts, total }) => [posts.length, total]), found.body.total, feed.length]
  }
  return { ...t, publish, edit, read, listed }
}

const nowhere = Array.from({ length: 14 }, () => 0)
const everywhere = Array.from({ length: 14 }, () => 1)

test('allows reading, liking, editing, and deleting an unlisted post, but omits it from lists, feeds, and search', async () => {
  const t = await castUnlisted()
  const post = await t.publish()
  assert.equal(post.isUnlisted, true)
  assert.deepEqual((await t.read(post.id)).body.tags, ['depth'])
  assert.equal((await t.bob('POST', likePost.href({ id: post.id }))).status, 200)
  assert.deepEqual(await t.listed(), nowhere)
  assert.equal((await t.edit(post.id, { title: 'A better submarine', categoryId: 2 })).title, 'A better submarine')
  assert.equal((await t.edit(post.id, { categoryId: 1 })).isUnlisted, true)
  assert.deepEqual(await t.listed(), nowhere)
  assert.equal((await t.alice('DELETE', deletePost.href({ id: post.id }))).status, 204)
  assert.equal((await t.read(post.id)).status, 410)
  assert.deepEqual(await t.listed(), nowhere)
})

test('lists unlisted posts only for their author', async () => {
  const t = await castUnlisted()
  const { id } = await t.publish()
  const path = `${getPosts.path}?type=unlisted`
  const idsOf = async (name: Name) => PostList.parse((await t[name]('GET', path)).body).posts.map((post) => post.id)
  assert.deepEqual([await idsOf('alice'), await idsOf('bob'), await idsOf('admin')], [[id], [], []])
  assert.equal((await t.stranger('GET', path)).status, 401)
})

test('keeps a post’s likes and tags when it becomes unlisted and then listed again', async () => {
  const t = await castUnlisted()
  const { id } = await t.publish({})
  await t.bob('POST', likePost.href({ id }))
  assert.deepEqual(await t.listed(), everywhere)
  await t.edit(id, { isUnlisted: true })
  await t.edit(id, { isUnlisted: true })
  assert.deepEqual([await t.listed(), await wrongLikedCounts(t.db)], [nowhere, []])
  await t.edit(id, { isUnlisted: false })
  assert.deepEqual([await t.listed(), await wrongLikedCounts(t.db)], [everywhere, []])
  assert.equal((await t.read(id)).body.likeCount, 1)
})

test('hides a suspended member’s unlisted post, and keeps it unlisted after the suspension', async () => {
  const t = await castUnlisted()
  const { id } = await t.publish()
  const suspend = (standing: 'suspended' | 'present') =>
    inTransaction(t.db, async (db) => {
      await db
        .updateTable('all_members' as never)
        .set({ standing } as never)
        .where('id' as never, '=', t.members.alice.id as never)
        .execute()
      await (standing === 'suspended' ? hidePostsOf : unhidePostsOf)(db, t.members.alice.id)
    })
  await suspend('suspended')
  assert.equal((await t.read(id)).status, 404)
  await suspend('present')
  assert.equal((await t.read(id)).body.isUnlisted, true)
  assert.deepEqual(await t.listed(), nowhere)
  const totals = await one<{ sum: number }>(t.db)`select coalesce(sum(total), 0)::int as sum from post_totals`
  assert.equal(totals?.sum, 0)
})
