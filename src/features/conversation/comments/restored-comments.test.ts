import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { getNotifications, NotificationList } from '#features/people/notifications/notifications.contract.ts'
import { notificationRoutes } from '#features/people/notifications/notifications.routes.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { approve, type Cast, listFor, open, say, statusOf, textsFor, wrongCounts } from '#tests/support/commenting.ts'
import { commentModerationRoutes } from './comment-moderation.routes.ts'
import { moderateComment } from './comment-moderation.contract.ts'
import { Comment, removeComment, restoreComment } from './comments.contract.ts'
import { commentRoutes } from './comments.routes.ts'

type Who = 'alice' | 'bob' | 'admin'
const remove = async (t: Cast, who: Who, id: number) =>
  assert.equal((await t[who]('DELETE', removeComment.href({ id }))).status, 204)
const restore = (t: Cast, who: Who | 'stranger', id: number) => t[who]('POST', restoreComment.href({ id }))

test('lets only the member who deleted a comment restore it, once', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  for (const who of ['bob', 'alice', 'admin'] as const) {
    const { id } = await say(t, 'bob', postId, { content: `Deleted by ${who}` })
    await approve(t, id)
    await remove(t, who, id)
    t.announced()
    for (const other of (['bob', 'alice', 'admin'] as const).filter((one) => one !== who))
      assert.equal((await restore(t, other, id)).status, 404, `${other} after ${who}`)
    assert.equal((await restore(t, 'stranger', id)).status, 401)
    assert.deepEqual([await statusOf(t, id), t.announced()], ['deleted', []])
    const { status, body } = await restore(t, who, id)
    assert.deepEqual([status, Comment.parse(body).published, t.announced()], [200, true, ['posts']])
    assert.equal((await restore(t, who, id)).status, 404)
  }
  assert.deepEqual(await textsFor(t, 'stranger', postId), ['Deleted by bob', 'Deleted by alice', 'Deleted by admin'])
  assert.deepEqual(await wrongCounts(t), [])
  const { id } = await say(t, 'bob', postId, { content: 'Not deleted' })
  assert.equal((await restore(t, 'bob', id)).status, 404)
  assert.equal((await restore(t, 'bob', 404)).status, 404)
  for (const bad of badIds)
    assert.equal((await t.bob('POST', restoreComment.path.replace(':id', bad))).status, 400, bad)
})

test('does not publish a pending comment or spam by restoring it', async () => {
  const t = await cast([...postRoutes, ...commentRoutes, ...commentModerationRoutes])
  const postId = await t.postBy('alice')
  const { id } = await say(t, 'bob', postId, { content: 'Not approved yet' })
  for (const status of ['pending', 'spam'] as const) {
    if (status === 'spam') await t.alice('PATCH', moderateComment.href({ id }), { spam: true })
    await remove(t, 'bob', id)
    assert.equal(Comment.parse((await restore(t, 'bob', id)).body).published, false)
    assert.equal(await statusOf(t, id), status)
  }
})

test('does not restore a comment that a moderator has decided about since', async () => {
  const t = await cast([...postRoutes, ...commentRoutes, ...commentModerationRoutes])
  const postId = await t.postBy('alice')
  const { id } = await say(t, 'bob', postId, { content: 'Hello' })
  await approve(t, id)
  await remove(t, 'alice', id)
  await t.admin('PATCH', moderateComment.href({ id }), { spam: true })
  await t.alice('DELETE', `/api/admin/comments/${id}`)
  assert.equal((await restore(t, 'alice', id)).status, 404)
})

test('does not let a member restore what they may no longer delete', async () => {
  const t = await open()
  const { id } = await say(t, 'alice', await t.postBy('alice'), { content: 'Hers' })
  await remove(t, 'admin', id)
  t.members.admin = { ...t.members.admin, role: 'member' }
  assert.equal((await restore(t, 'admin', id)).status, 403)
  assert.equal(await statusOf(t, id), 'deleted')
})

test('does not change whether the comment’s author is trusted', async () => {
  const t = await open()
  const [postId, elsewhere] = [await t.postBy('alice'), await t.postBy('admin')]
  const { id } = await say(t, 'bob', postId, { content: 'Hello' })
  await approve(t, id, 'alice')
  await remove(t, 'admin', id)
  await restore(t, 'admin', id)
  assert.equal((await say(t, 'bob', elsewhere, { content: 'Unknown here' })).published, false)
  await approve(t, id, 'admin')
  await remove(t, 'bob', id)
  await restore(t, 'bob', id)
  assert.equal((await say(t, 'bob', elsewhere, { content: 'Known here' })).published, true)
})

test('restores a comment to its place, above its replies', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const first = await say(t, 'alice', postId, { content: 'First' })
  await say(t, 'alice', postId, { content: 'Second' })
  await say(t, 'alice', postId, { content: 'Reply', parentId: first.id })
  await remove(t, 'alice', first.id)
  await restore(t, 'alice', first.id)
  const { comments } = await listFor(t, 'stranger', postId)
  assert.deepEqual(
    comments.map(({ content, parentId }) => [content, parentId]),
    [
      ['First', null],
      ['Reply', first.id],
      ['Second', null],
    ],
  )
})

test('restores unread notifications, and does not repeat those that were read', async () => {
  const t = await cast([...postRoutes, ...commentRoutes, ...notificationRoutes])
  const { id } = await say(t, 'bob', await t.postBy('alice'), { content: 'Hello' })
  await approve(t, id)
  const seen = async () =>
    NotificationList.parse((await t.alice('GET', getNotifications.path)).body).notifications.map(({ kind }) => kind)
  assert.deepEqual(await seen(), ['comment'])
  await remove(t, 'bob', id)
  assert.deepEqual(await seen(), [])
  await restore(t, 'bob', id)
  assert.deepEqual(await seen(), ['comment'])
  await many(t.db)`update notifications set read_at = now()`
  await remove(t, 'bob', id)
  await restore(t, 'bob', id)
  assert.deepEqual(await seen(), ['comment'])
})
