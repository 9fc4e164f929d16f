import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { deletePost, getPost, getPostsBy, type Post, PostList } from '#features/writing/posts/posts.contract.ts'
import { notYoursToPin, pinPost, tooManyPins } from './pins.contract.ts'
import { pinRoutes } from './pins.routes.ts'
import { pin } from './pins.store.ts'

async function castPins() {
  const t = await cast([...pinRoutes, ...postRoutes])
  const pinned = async () => {
    const { body } = await t.stranger('GET', `${getPostsBy.href({ id: t.members.alice.id })}?pinned=true`)
    return PostList.parse(body).posts.map(({ id }) => id)
  }
  return { ...t, pinned }
}

test('pins and unpins a member’s own post, ignoring repeated requests', async () => {
  const t = await castPins()
  const [first, second] = [await t.postBy('alice'), await t.postBy('alice')]
  for (const id of [first, first, second]) {
    const { status, body } = await t.alice('PUT', pinPost.href({ id }))
    assert.deepEqual([status, body, t.announced()], [200, { isPinned: true }, ['posts']])
  }
  await run(t.db)`update pins set created_at = created_at - interval '1 day' where post_id = ${second}`
  assert.deepEqual(await t.pinned(), [first, second])
  assert.equal((await t.bob<Post>('GET', getPost.href({ id: first }))).body.isPinned, true)
  for (let time = 0; time < 2; time++) {
    const { body } = await t.alice('DELETE', pinPost.href({ id: first }))
    assert.deepEqual([body, t.announced()], [{ isPinned: false }, ['posts']])
  }
  assert.deepEqual(await t.pinned(), [second])
})

test('lists the most recent pin first, even for pins created in the same millisecond', async () => {
  const t = await castPins()
  const [last, middle, first] = [await t.postBy('alice'), await t.postBy('alice'), await t.postBy('alice')]
  for (const id of [first, middle]) await pin(t.db, id, t.members.alice.id)
  await run(t.db)`update pins set created_at = created_at + interval '1 minute'`
  await pin(t.db, last, t.members.alice.id)
  assert.deepEqual(await t.pinned(), [last, middle, first])
})

test('accepts only three of twenty concurrent pins, and rejects the rest with a reason', async () => {
  const t = await castPins()
  const ids = await Promise.all(Array.from({ length: 20 }, () => t.postBy('alice')))
  const answers = await Promise.all(ids.map((id) => t.alice<{ message?: string }>('PUT', pinPost.href({ id }))))
  const answered = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  assert.deepEqual([answered(200), answered(409)], [3, 17])
  assert.ok(answers.some(({ body }) => body.message === tooManyPins()))
  const kept = await t.pinned()
  assert.equal(kept.length, 3)
  assert.equal((await t.alice('PUT', pinPost.href({ id: kept[0]! }))).status, 200)
  await t.alice('DELETE', pinPost.href({ id: kept[0]! }))
  assert.equal((await t.alice('PUT', pinPost.href({ id: ids.find((id) => !kept.includes(id))! }))).status, 200)
  assert.deepEqual(t.logged, [])
})

test('deletes a post’s pin along with the post, so that the author can pin another post', async () => {
  const t = await castPins()
  const ids = [await t.postBy('alice'), await t.postBy('alice'), await t.postBy('alice')]
  for (const id of ids) await t.alice('PUT', pinPost.href({ id }))
  await t.alice('DELETE', deletePost.href({ id: ids[0]! }))
  assert.deepEqual(await many(t.db)`select post_id from pins where post_id = ${ids[0]}`, [])
  const next = await t.postBy('alice')
  assert.equal((await t.alice('PUT', pinPost.href({ id: next }))).status, 200)
  assert.equal((await t.pinned())[0], next)
})

test('lets only the author pin a post, not visitors, other members, or administrators', async () => {
  const t = await castPins()
  const id = await t.postBy('alice')
  for (const method of ['PUT', 'DELETE'] as const) {
    assert.equal((await t.stranger(method, pinPost.href({ id }))).status, 401)
    for (const who of [t.bob, t.admin]) {
      const { status, body } = await who<{ message: string }>(method, pinPost.href({ id }))
      assert.deepEqual([status, body.message], [403, notYoursToPin()])
    }
    assert.equal((await t.alice(method, pinPost.href({ id: 404_404 }))).status, 404)
    for (const bad of badIds) assert.equal((await t.alice(method, `/api/posts/${bad}/pin`)).status, 400, bad)
  }
  assert.deepEqual([await t.pinned(), t.announced(), t.logged], [[], [], []])
})
