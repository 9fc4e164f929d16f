import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import {
  blockAuthor,
  CommentBlocks,
  getBlockedAuthors,
  unblockAuthor,
} from '#features/conversation/comments/comment-blocks.contract.ts'
import {
  deleteQueuedComment,
  moderateComment,
  moderateComments,
} from '#features/conversation/comments/comment-moderation.contract.ts'
import { getModerationQueue, Queue } from './moderation-queue.contract.ts'
import { commentModerationRoutes } from '#features/conversation/comments/comment-moderation.routes.ts'
import { sweepComments } from '#features/conversation/comments/comment-moderation.store.ts'
import { moderationQueueRoutes } from './moderation-queue.routes.ts'
import { createComment, getComments, removeComment } from '#features/conversation/comments/comments.contract.ts'
import { getPendingCount } from './pending-count.contract.ts'
import { commentRoutes } from '#features/conversation/comments/comments.routes.ts'

const open = () => cast([...commentRoutes, ...commentModerationRoutes, ...moderationQueueRoutes])
type Cast = Awaited<ReturnType<typeof open>>

async function commentOn(t: Cast, postId: number, content: string, extras: object = {}): Promise<number> {
  const body = { authorName: 'Vera', authorUrl: 'https://www.vera.example/', content, ...extras }
  return Number((await t.stranger('POST', createComment.href({ id: postId }), body)).body['id'])
}
const queueOf = async (t: Cast, who: 'alice' | 'bob' | 'admin', query = '') =>
  Queue.parse((await t[who]('GET', getModerationQueue.path + query)).body)
const textsOf = async (...asked: Parameters<typeof queueOf>) =>
  (await queueOf(...asked)).items.map(({ content }) => content)
const published = async (t: Cast, postId: number) =>
  (await t.stranger('GET', getComments.href({ id: postId }))).body['total']

test('shows members the pending comments on their posts, and administrators all pending comments', async () => {
  const t = await open()
  await commentOn(t, await t.postBy('alice'), 'To Alice')
  await commentOn(t, await t.postBy('bob'), 'To Bob')
  assert.deepEqual(await textsOf(t, 'alice'), ['To Alice'])
  assert.deepEqual(await textsOf(t, 'bob'), ['To Bob'])
  assert.deepEqual(await textsOf(t, 'admin'), ['To Bob', 'To Alice'])
  for (const [who, count] of [
    ['alice', 1],
    ['admin', 2],
  ] as const)
    assert.deepEqual((await t[who]('GET', getPendingCount.path)).body, { count })
  assert.equal((await t.stranger('GET', getModerationQueue.path)).status, 401)
})

test('approves, holds, deletes, and restores a comment, and marks it as spam', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const id = await commentOn(t, postId, 'Hello')
  const seen: unknown[] = []
  const decide = async (body: object) => {
    const answer = await t.alice('PATCH', moderateComment.href({ id }), body)
    seen.push([answer.body['status'], await published(t, postId)])
    assert.deepEqual(t.announced(), ['posts', 'removals'])
  }
  await decide({ published: true })
  await decide({ published: false })
  await decide({ spam: true })
  assert.equal((await t.alice('DELETE', deleteQueuedComment.href({ id }))).status, 204)
  assert.deepEqual(t.announced(), ['posts', 'removals'])
  assert.deepEqual((await queueOf(t, 'alice')).counts, { pending: 0, approved: 0, spam: 0 })
  await decide({ published: true })
  assert.deepEqual(seen, [
    ['approved', 1],
    ['pending', 0],
    ['spam', 0],
    ['approved', 1],
  ])
})

test('lists the reasons why a comment may be spam, and counts the comments in each status', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  await commentOn(t, postId, 'Pasted', { writingMs: 300 })
  const spam = await commentOn(t, postId, 'Buy')
  await t.alice('PATCH', moderateComment.href({ id: spam }), { spam: true })
  const { items, counts } = await queueOf(t, 'alice')
  assert.deepEqual(
    items.map(({ content, status, doubts }) => [content, status, doubts]),
    [['Pasted', 'pending', ['quick']]],
  )
  assert.deepEqual(counts, { pending: 1, approved: 0, spam: 1 })
})

test('does not let others restore or delete a comment that its author has deleted', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const id = Number((await t.bob('POST', createComment.href({ id: postId }), { content: 'I regret this' })).body['id'])
  assert.equal((await t.bob('DELETE', removeComment.href({ id }))).status, 204)
  assert.equal((await t.alice('DELETE', deleteQueuedComment.href({ id }))).status, 404)
  for (const who of ['alice', 'admin'] as const)
    assert.equal((await t[who]('PATCH', moderateComment.href({ id }), { published: true })).status, 404)
  t.announced()
  assert.deepEqual((await t.admin('POST', moderateComments.path, { ids: [id], action: 'approve' })).body, {
    changed: 0,
  })
  assert.deepEqual(t.announced(), [])
  assert.equal(await published(t, postId), 0)
})

test('does not let members moderate comments on other members’ posts, individually or in bulk', async () => {
  const t = await open()
  const mine = await commentOn(t, await t.postBy('alice'), 'Mine')
  const others = await commentOn(t, await t.postBy('admin'), 'Others')
  assert.equal((await t.alice('PATCH', moderateComment.href({ id: others }), { published: true })).status, 404)
  assert.equal((await t.alice('DELETE', deleteQueuedComment.href({ id: others }))).status, 404)
  assert.deepEqual(t.announced(), [])
  const body = { ids: [mine, others], action: 'approve' }
  assert.deepEqual((await t.alice('POST', moderateComments.path, body)).body, { changed: 1 })
  assert.deepEqual(t.announced(), ['posts', 'removals'])
  assert.deepEqual(await textsOf(t, 'admin', '?status=approved'), ['Mine'])
  assert.deepEqual((await t.admin('POST', moderateComments.path, { ...body, action: 'delete' })).body, { changed: 2 })
})

test('searches the queue for literal text in names and comments, and paginates the results', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  for (const content of ['100% sure', 'One_two', 'Third']) await commentOn(t, postId, content)
  assert.deepEqual(await textsOf(t, 'alice', '?search=%25'), ['100% sure'])
  assert.deepEqual(await textsOf(t, 'alice', '?search=ONE_'), ['One_two'])
  assert.equal((await queueOf(t, 'alice', '?search=vera')).total, 3)
  assert.deepEqual(await textsOf(t, 'alice', '?limit=2&page=2'), ['100% sure'])
  await t.bob('POST', createComment.href({ id: postId }), { content: 'As a member' })
  assert.deepEqual(await textsOf(t, 'alice', '?search=bob%20b'), ['As a member'])
})

test('blocks and unblocks a comment’s author by domain and by network', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const id = await commentOn(t, postId, 'First')
  assert.deepEqual((await queueOf(t, 'alice')).items[0]!.blockable, ['sender', 'domain'])
  for (const kind of ['domain', 'sender']) {
    const blocked = await t.alice<{ id: number; label: string }>('POST', blockAuthor.path, { commentId: id, kind })
    assert.equal(blocked.status, 201)
    await commentOn(t, postId, `Again, ${kind}`)
    assert.equal((await queueOf(t, 'alice')).counts.spam, 1)
    assert.equal((await t.alice('DELETE', unblockAuthor.href({ id: blocked.body.id }))).status, 204)
    await run(t.db)`delete from all_comments where status = 'spam'`
    await commentOn(t, postId, 'And again')
    assert.equal((await queueOf(t, 'alice')).counts.spam, 0)
  }
  assert.equal((await t.alice('POST', blockAuthor.path, { commentId: id, kind: 'member' })).status, 400)
  assert.equal((await t.bob('POST', blockAuthor.path, { commentId: id, kind: 'domain' })).status, 404)
})

test('applies a member’s blocks to their own posts and an administrator’s blocks site-wide, without duplicates', async () => {
  const t = await open()
  const id = await commentOn(t, await t.postBy('alice'), 'First')
  for (const who of ['alice', 'alice', 'admin'] as const)
    await t[who]('POST', blockAuthor.path, { commentId: id, kind: 'domain' })
  const labels = async (who: 'alice' | 'bob' | 'admin') =>
    CommentBlocks.parse((await t[who]('GET', getBlockedAuthors.path)).body).blocks.map(({ label }) => label)
  assert.deepEqual(await labels('alice'), ['vera.example'])
  assert.deepEqual(await labels('bob'), [])
  await commentOn(t, await t.postBy('bob'), 'Elsewhere')
  assert.equal((await queueOf(t, 'bob')).counts.spam, 1)
})

test('purges comments deleted over a month ago and spam older than three months', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const [old, young] = [await commentOn(t, postId, 'Old'), await commentOn(t, postId, 'Young')]
  await t.alice('POST', moderateComments.path, { ids: [old, young], action: 'delete' })
  await run(t.db)`update comments set moderated_at = now() - interval '31 days' where id = ${old}`
  const spam = await commentOn(t, postId, 'Spam')
  await t.alice('PATCH', moderateComment.href({ id: spam }), { spam: true })
  await run(t.db)`update comments set created_at = now() - interval '91 days' where id = ${spam}`
  await sweepComments(t.db, Date.now())
  assert.deepEqual(await many(t.db)`select id from comments`, [{ id: young }])
})

test('keeps the pending count correct during concurrent decisions', async () => {
  const t = await open()
  const postId = await t.postBy('alice')
  const id = await commentOn(t, postId, 'Hello')
  await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      t.alice('PATCH', moderateComment.href({ id }), { published: number % 2 === 0 }),
    ),
  )
  const { items } = await queueOf(t, 'alice', '?status=approved')
  assert.equal(await published(t, postId), items.length)
})

test('rejects invalid input without logging an error', async () => {
  const t = await open()
  const id = await commentOn(t, await t.postBy('alice'), 'Hello')
  for (const body of [{}, { published: true, spam: true }, { published: 'yes' }])
    assert.equal((await t.alice('PATCH', moderateComment.href({ id }), body)).status, 400)
  for (const body of [
    { ids: [], action: 'spam' },
    { ids: [id], action: 'burn' },
    { ids: ['x'], action: 'spam' },
  ])
    assert.equal((await t.alice('POST', moderateComments.path, body)).status, 400)
  assert.equal((await t.alice('GET', `${getModerationQueue.path}?status=deleted`)).status, 400)
  for (const bad of badIds)
    assert.equal((await t.alice('DELETE', deleteQueuedComment.path.replace(':id', bad))).status, 400, bad)
  assert.deepEqual(t.logged, [])
})
