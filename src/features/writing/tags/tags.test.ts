import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { muteMember } from '#features/people/mutes/mutes.contract.ts'
import { muteRoutes } from '#features/people/mutes/mutes.routes.ts'
import { followMember } from '#features/people/follows/follows.contract.ts'
import { followRoutes } from '#features/people/follows/follows.routes.ts'
import {
  deletePost,
  getPost,
  getPosts,
  type Post,
  PostList,
  publishPost,
  updatePost,
} from '#features/writing/posts/posts.contract.ts'
import { postsFeature } from '#features/writing/posts/posts.feature.ts'
import { hidePostsOf, unhidePostsOf } from '#features/writing/posts/hidden-posts.store.ts'
import { cast, type Name } from '#tests/support/cast.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import {
  followTag,
  getFollowedTags,
  getTag,
  getTags,
  maxFollowedTags,
  renameTag,
  tooManyFollowed,
  unfollowTag,
} from './tags.contract.ts'
import { tagsFeature } from './tags.feature.ts'

async function castTags() {
  const t = await cast([...postsFeature.routes, ...tagsFeature.routes, ...followRoutes, ...muteRoutes])
  const publish = async (content: string, tags?: string[], by: 'alice' | 'bob' = 'alice') => {
    const { status, body } = await t[by]<Post>('POST', publishPost.path, { content, ...(tags && { tags }) })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const read = async (id: number) => (await t.stranger<Post>('GET', getPost.href({ id }))).body
  const idsOf = async (query: string, as: Name | 'stranger' = 'stranger') =>
    PostList.parse((await t[as]('GET', `${getPosts.path}?${query}`)).body).posts.map(({ id }) => id)
  const counts = async () =>
    Object.fromEntries(
      (await t.stranger<{ tags: { name: string; postCount: number }[] }>('GET', getTags.path)).body.tags.map(
        ({ name, postCount }) => [name, postCount],
      ),
    )
  /** Runs the queued tag moves. */
  const move = async () => {
    const jobs = await many<{ payload: unknown }>(t.db)`
      delete from graphile_worker._private_jobs where task_id =
        (select id from graphile_worker._private_tasks where identifier = 'tags.move') returning payload`
    for (const { payload } of jobs) await tasksOf(tagsFeature.workers, t.ctx)['tags.move']!(payload)
  }
  return { ...t, publish, read, idsOf, counts, move }
}

test('gives a post the tags that its author chose and the hashtags in its text', async () => {
  const t = await castTags()
  const post = await t.publish('About #Rust and #WASM.', ['Web Dev', 'rust', '#web-dev'])
  assert.deepEqual([post.tags, post.hashtags], [['web-dev', 'rust'], ['wasm']])
  assert.match(post.contentHtml, /<a href="\/tag\/rust" class="hashtag">#<span class="p-category">Rust<\/span><\/a>/)
  assert.deepEqual(await t.counts(), { rust: 1, wasm: 1, 'web-dev': 1 })
  assert.deepEqual((await t.publish('No tags')).tags, [])
})

test('replaces the hashtags when the text changes, but keeps the chosen tags until they are changed', async () => {
  const t = await castTags()
  const { id } = await t.publish('#one and #two', ['chosen'])
  const change = async (body: object) => (await t.alice<Post>('PATCH', updatePost.href({ id }), body)).body
  const edited = await change({ content: '#two only' })
  assert.deepEqual([edited.tags, edited.hashtags], [['chosen'], ['two']])
  assert.deepEqual(await t.counts(), { chosen: 1, two: 1 })
  const retagged = await change({ tags: ['other', 'two'] })
  assert.deepEqual([retagged.tags, retagged.hashtags], [['other', 'two'], []])
  assert.deepEqual(await change({ tags: [] }).then(({ tags, hashtags }) => [tags, hashtags]), [[], ['two']])
})

test('creates no new version when only the tags change', async () => {
  const t = await castTags()
  const { id, updatedAt } = await t.publish('Text')
  const { body } = await t.alice<Post>('PATCH', updatePost.href({ id }), { tags: ['new'] })
  assert.ok(body.updatedAt > updatedAt)
  assert.deepEqual(await many(t.db)`select from post_versions where post_id = ${id}`, [])
  assert.deepEqual(await one(t.db)`select version from posts where id = ${id}`, { version: 1 })
  await t.alice('PATCH', updatePost.href({ id }), { content: 'Other text' })
  assert.equal((await many(t.db)`select from post_versions where post_id = ${id}`).length, 1)
})

test('rejects invalid tags and more than ten chosen tags, and ignores hashtags after the tenth tag', async () => {
  const t = await castTags()
  const rejected = async (tags: unknown) => {
    const { status, body } = await t.alice('POST', publishPost.path, { content: 'x', tags })
    return [status, body.message]
  }
  const eleven = Array.from({ length: 11 }, (_, index) => `t${index}`)
  assert.deepEqual(await rejected(eleven), [400, 'A post can have at most 10 tags'])
  assert.deepEqual(await rejected(['🎉']), [
    400,
    'A tag must contain a letter or digit, and have at most 50 characters',
  ])
  assert.deepEqual(await rejected('rust'), [400, 'tags must be a list of strings'])
  const post = await t.publish('#a1 #b2 #c3', eleven.slice(0, 8))
  assert.deepEqual([post.tags.length, post.hashtags], [8, ['a1', 'b2']])
})

test('lists a tag’s posts newest first, for any spelling of the tag and from either end of the list', async () => {
  const t = await castTags()
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push((await t.publish(`Number ${n} #Web_Dev`)).id)
  await t.publish('Another', ['other'])
  assert.deepEqual(await t.idsOf('tag=web-dev'), ids.toReversed())
  assert.deepEqual(await t.idsOf('tag=%23Web%20Dev&limit=2&page=3'), [ids[0]])
  assert.deepEqual(await t.idsOf('tag=unknown'), [])
})

test('counts only visible posts', async () => {
  const t = await castTags()
  const { id } = await t.publish('#a')
  await t.publish('#a #b', [], 'bob')
  await hidePostsOf(t.db, t.members.bob.id)
  assert.deepEqual([await t.counts(), (await t.idsOf('tag=a')).length], [{ a: 1 }, 1])
  await unhidePostsOf(t.db, t.members.bob.id)
  await t.alice('DELETE', deletePost.href({ id }))
  assert.deepEqual([await t.counts(), (await t.idsOf('tag=a')).length], [{ a: 1, b: 1 }, 1])
})

test('finds tags by prefix, most used first', async () => {
  const t = await castTags()
  await t.publish('#typescript #types #rust')
  await t.publish('#typescript')
  const found = async (q: string) =>
    (await t.stranger<{ tags: { name: string }[]; total: number }>('GET', `${getTags.path}?q=${encodeURIComponent(q)}`))
      .body
  assert.deepEqual(
    (await found('#Typ')).tags.map(({ name }) => name),
    ['typescript', 'types'],
  )
  assert.deepEqual([(await found('x')).total, (await found('%')).total, (await found('')).total], [0, 0, 3])
  assert.equal((await t.stranger('GET', `${getTags.path}?q=${'x'.repeat(51)}`)).status, 400)
})

test('keeps a renamed tag’s posts and followers, and redirects the former name', async () => {
  const t = await castTags()
  const { id } = await t.publish('Text', ['js'])
  await t.publish('#js too')
  await t.bob('PUT', followTag.href({ tag: 'js' }))
  assert.equal((await t.alice('PATCH', renameTag.href({ tag: 'js' }), { name: 'JavaScript' })).status, 403)
  assert.equal((await t.admin('PATCH', renameTag.href({ tag: 'js' }), { name: 'JavaScript' })).status, 200)
  await t.move()
  assert.deepEqual(await t.counts(), { javascript: 2 })
  assert.deepEqual((await t.read(id)).tags, ['javascript'])
  assert.deepEqual((await t.stranger('GET', getTag.href({ tag: 'JS' }))).body, { name: 'javascript', postCount: 2 })
  assert.equal((await t.idsOf('tag=js')).length, 2)
  assert.deepEqual((await t.publish('New #js')).hashtags, ['javascript'])
  assert.deepEqual((await t.bob<{ tags: object[] }>('GET', getFollowedTags.path)).body.tags.length, 1)
})

test('merges one tag into another without duplicates, and splits the two again', async () => {
  const t = await castTags()
  const both = await t.publish('#b', ['a', 'c'])
  const rename = (tag: string, name: string) => t.admin('PATCH', renameTag.href({ tag }), { name })
  await rename('a', 'b')
  await rename('b', 'b')
  await t.move()
  assert.deepEqual(await t.counts(), { b: 1, c: 1 })
  assert.deepEqual((await t.read(both.id)).tags, ['b', 'c'])
  await rename('b', 'a')
  await rename('c', 'a')
  await t.move()
  assert.deepEqual(await t.counts(), { a: 1 })
  for (const tag of ['a', 'b', 'c']) {
    assert.equal((await t.stranger('GET', getTag.href({ tag }))).body.name, 'a', tag)
  }
  assert.equal((await rename('unknown', 'x')).status, 404)
})

test('adds each post with followed tags to the following feed only once, and omits muted members’ posts', async () => {
  const t = await castTags()
  const plain = await t.publish('By Alice')
  const tagged = await t.publish('#rust #wasm by Alice')
  await t.publish('#rust by Bob himself', [], 'bob')
  const feed = async () => {
    const { posts, total } = PostList.parse((await t.bob('GET', `${getPosts.path}?type=following`)).body)
    return [posts.map(({ id }) => id), total]
  }
  assert.deepEqual(await feed(), [[], 0])
  for (const tag of ['rust', 'WASM']) assert.equal((await t.bob('PUT', followTag.href({ tag }))).status, 200)
  assert.deepEqual(await feed(), [[tagged.id], 1])
  await t.bob('POST', followMember.href({ id: t.members.alice.id }))
  assert.deepEqual(await feed(), [[tagged.id, plain.id], 2])
  await t.bob('PUT', muteMember.href({ id: t.members.alice.id }))
  assert.deepEqual(await feed(), [[], 0])
  await t.bob('DELETE', unfollowTag.href({ tag: 'rust' }))
  assert.deepEqual(
    (await t.bob<{ tags: { name: string }[] }>('GET', getFollowedTags.path)).body.tags.map(({ name }) => name),
    ['wasm'],
  )
  assert.equal((await t.bob('PUT', followTag.href({ tag: 'unknown' }))).status, 404)
  assert.equal((await t.stranger('PUT', followTag.href({ tag: 'rust' }))).status, 401)
})

test('limits the number of followed tags', async () => {
  const t = await castTags()
  await run(t.db)`insert into tags (name) select 'n' || n from generate_series(1, ${maxFollowedTags}::int + 1) n`
  await run(t.db)`
    insert into tag_follows (member_id, tag_id) select ${t.members.bob.id}, id from tags order by id limit ${maxFollowedTags}`
  const { status, body } = await t.bob('PUT', followTag.href({ tag: `n${maxFollowedTags + 1}` }))
  assert.deepEqual([status, body.message], [409, tooManyFollowed()])
  assert.equal((await t.bob('PUT', followTag.href({ tag: 'n1' }))).status, 200)
})

test('counts every post when concurrent posts use the same tags in any order', async () => {
  const t = await castTags()
  const names = ['a', 'b', 'c', 'd']
  await Promise.all(
    Array.from({ length: 24 }, (_, n) => t.publish(`Post ${n}`, [...names.slice(n % 4), ...names.slice(0, n % 4)])),
  )
  assert.deepEqual(await t.counts(), { a: 24, b: 24, c: 24, d: 24 })
})

test('deletes unused tags', async () => {
  const t = await castTags()
  const { id } = await t.publish('#unused')
  await t.publish('#used')
  await t.alice('DELETE', deletePost.href({ id }))
  await tasksOf(tagsFeature.workers, t.ctx)['tags.sweep']!({})
  assert.deepEqual(await many(t.db)`select name from tags`, [{ name: 'used' }])
})
