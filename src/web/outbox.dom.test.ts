import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { answer, signInHere } from '#tests/support/mount.tsx'
import { sessionKey } from './session.ts'
import { dequeue, enqueue, isUnreachable, onQueuedSent, type Queued, sendInOrder, sendQueued } from './outbox.ts'

const comment = (key: string, text = key) =>
  ({
    id: `comment:7::${key}`,
    method: 'POST',
    path: '/api/posts/7/comments',
    body: JSON.stringify({ key }),
    text,
  }) as const
const like = (method: 'POST' | 'DELETE') =>
  ({ id: 'like:7', method, path: '/api/posts/7/like', body: null, text: '' }) as const
const stored = (): Queued[] => JSON.parse(localStorage.getItem('outbox') ?? '[]') as Queued[]
const unreachable = () => {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => {
  localStorage.clear()
  dequeue('') // reads the cleared storage
})

test('sends queued calls in order, once, and reports their answers', async () => {
  signInHere()
  const asked = answer({
    'POST /api/posts/7/comments': () => Response.json({ id: 1 }),
    'DELETE /api/posts/7/like': () => Response.json({ isLiked: false }),
  })
  enqueue(comment('a'))
  enqueue(like('POST'))
  enqueue(like('DELETE'))
  const sent: unknown[] = []
  const stop = onQueuedSent(({ id }, body) => sent.push([id, body]))
  await Promise.all([sendQueued(), sendQueued()])
  await sendQueued()
  stop()
  assert.deepEqual(
    asked.map(({ call }) => call),
    ['POST /api/posts/7/comments', 'DELETE /api/posts/7/like'],
  )
  assert.deepEqual(sent, [
    ['comment:7::a', { id: 1 }],
    ['like:7', { isLiked: false }],
  ])
  assert.deepEqual(stored(), [])
})

test('keeps calls while the site is unreachable or overloaded', async () => {
  signInHere()
  enqueue(comment('a'))
  for (const failure of [unreachable, ...[429, 500, 503].map((status) => () => new Response('', { status }))]) {
    answer({ 'POST /api/posts/7/comments': failure })
    await sendQueued()
    assert.deepEqual(
      stored().map(({ id, fault }) => [id, fault]),
      [['comment:7::a', undefined]],
    )
  }
})

test('keeps a rejected text with the reason, does not send it again, and drops a rejected like', async () => {
  signInHere()
  const rejected = () => Response.json({ message: 'Post not found' }, { status: 404 })
  const asked = answer({ 'POST /api/posts/7/comments': rejected, 'POST /api/posts/7/like': rejected })
  enqueue(comment('a', 'My words'))
  enqueue(like('POST'))
  await sendQueued()
  await sendQueued()
  assert.deepEqual(
    stored().map(({ text, fault }) => [text, fault]),
    [['My words', 'Post not found']],
  )
  assert.equal(asked.length, 2)
})

test('sends only the calls of the member who is signed in', async () => {
  signInHere('one')
  enqueue(comment('a'))
  localStorage.removeItem(sessionKey)
  enqueue(comment('b'))
  signInHere('two')
  const asked = answer({ 'POST /api/posts/7/comments': () => Response.json({}) })
  await sendQueued()
  assert.deepEqual(asked, [])
  signInHere('one')
  await sendQueued()
  assert.deepEqual(
    stored().map(({ id, ownerId }) => [id, ownerId]),
    [['comment:7::b', null]],
  )
})

test('distinguishes an unreachable site from a rejection', () => {
  assert.equal(isUnreachable(new TypeError('Failed to fetch')), true)
  assert.equal(isUnreachable(new DOMException('', 'TimeoutError')), true)
  assert.equal(isUnreachable(new Error('no')), false)
})

test('sends a direct call only after the queued call with the same id', async () => {
  signInHere()
  const order: string[] = []
  const arrived = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  answer({
    'POST /api/posts/7/like': async () => {
      arrived.resolve()
      await release.promise
      order.push('queued')
      return Response.json({ isLiked: true })
    },
  })
  enqueue(like('POST'))
  const queued = sendQueued()
  await arrived.promise
  const direct = sendInOrder('like:7', async () => void order.push('direct'))
  const other = sendInOrder('like:8', async () => void order.push('other'))
  await other
  release.resolve()
  await Promise.all([queued, direct])
  assert.deepEqual(order, ['other', 'queued', 'direct'])
})

test('does not send a queued call that a direct call with the same id replaces', async () => {
  signInHere()
  const sent: string[] = []
  answer({
    'POST /api/posts/7/like': () => {
      sent.push('queued')
      return Response.json({ isLiked: true })
    },
  })
  enqueue(like('POST'))
  const release = Promise.withResolvers<void>()
  const direct = sendInOrder('like:7', async () => {
    await release.promise
    sent.push('direct')
  })
  const queued = sendQueued()
  release.resolve()
  await Promise.all([direct, queued])
  assert.deepEqual(sent, ['direct'])
  assert.deepEqual(stored(), [])
})
