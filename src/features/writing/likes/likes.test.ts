import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, one } from '#kernel/db.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { guess, likePost, LikeState, unlikePostByPost } from './likes.contract.ts'
import { likeRoutes } from './likes.routes.ts'
import { like, unlike } from './likes.store.ts'

test('counts repeated likes by the same member only once, and removes the like on request', async () => {
  const t = await cast(likeRoutes)
  const path = likePost.href({ id: await t.postBy('alice') })
  await Promise.all([t.bob('POST', path), t.bob('POST', path), t.alice('POST', path)])
  assert.deepEqual((await t.bob('POST', path)).body, { isLiked: true, likeCount: 2 })
  assert.deepEqual((await t.bob('DELETE', path)).body, { isLiked: false, likeCount: 1 })
  assert.deepEqual((await t.bob('DELETE', path)).body, { isLiked: false, likeCount: 1 })
})

test('accepts POST to unlike a post', async () => {
  const t = await cast(likeRoutes)
  const id = await t.postBy('alice')
  await t.bob('POST', likePost.href({ id }))
  const answer = await t.bob('POST', unlikePostByPost.href({ id }))
  assert.equal(answer.status, 200)
  assert.deepEqual(LikeState.parse(answer.body), { isLiked: false, likeCount: 0 })
})

test('keeps the count at 0 when unliking a post that was not liked', async () => {
  const t = await cast(likeRoutes)
  const id = await t.postBy('alice')
  assert.deepEqual((await t.bob('DELETE', likePost.href({ id }))).body, { isLiked: false, likeCount: 0 })
  assert.deepEqual((await t.bob('POST', unlikePostByPost.href({ id }))).body, { isLiked: false, likeCount: 0 })
})

test('counts twenty concurrent likes by one member only once', async () => {
  const t = await cast(likeRoutes)
  const path = likePost.href({ id: await t.postBy('alice') })
  const answers = await Promise.all(Array.from({ length: 20 }, () => t.bob('POST', path)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.deepEqual((await t.bob('POST', path)).body, { isLiked: true, likeCount: 1 })
})

test('keeps the count correct under concurrent likes and unlikes', async () => {
  const t = await cast(likeRoutes)
  const id = await t.postBy('alice')
  const members = Object.values(t.members)
  const wishes = Array.from({ length: 300 }, (_, n) => ({
    member: members[n % 3]!.id,
    change: n % 5 < 3 ? like : unlike,
  }))
  await Promise.all(wishes.map(({ member, change }) => change(t.db, id, member)))
  const { likes, counted } = (await one<{ likes: number; counted: number }>(t.db)`
    select (select count(*) from likes) as likes, (select like_count from like_counts) as counted`)!
  assert.equal(counted, likes)
})

test('returns 404 if the post is deleted during the request', async () => {
  const t = await cast(likeRoutes)
  const id = await t.postBy('alice')
  let liking: Promise<LikeState | null> | undefined
  await inTransaction(t.db, async (db) => {
    await one(db)`delete from posts where id = ${id}`
    liking = like(t.db, id, t.members.bob.id)
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  assert.equal(await liking, null)
})

test('returns 401 to visitors, 404 for unknown posts, and 400 for invalid IDs, without logging errors', async () => {
  const t = await cast(likeRoutes)
  for (const method of ['POST', 'DELETE'] as const) {
    assert.equal((await t.stranger(method, likePost.href({ id: 1 }))).status, 401)
    assert.equal((await t.bob(method, likePost.href({ id: 404 }))).status, 404)
    for (const id of badIds) assert.equal((await t.bob(method, `/api/posts/${id}/like`)).status, 400, id)
  }
  assert.deepEqual(t.logged, [])
})

test('limits members to 120 requests per minute and reports when to try again', async () => {
  const t = await cast(likeRoutes)
  const path = likePost.href({ id: await t.postBy('alice') })
  for (let call = 0; call < 120; call++) await t.bob('POST', path)
  const answer = await t.bob('DELETE', path)
  assert.equal(answer.status, 429)
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
  assert.equal((await t.alice('POST', path)).status, 200)
})

test('adjusts the estimated count by one, but never below 0', () => {
  assert.deepEqual(guess({ isLiked: false, likeCount: 3 }, true), { isLiked: true, likeCount: 4 })
  assert.deepEqual(guess({ isLiked: true, likeCount: 3 }, true), { isLiked: true, likeCount: 3 })
  assert.deepEqual(guess({ isLiked: true, likeCount: 0 }, false), { isLiked: false, likeCount: 0 })
})
