import assert from 'node:assert/strict'
import { test } from 'vitest'
import { threadsOf } from './threads.ts'

const part = (id: string, replyTo: string | null, minute: number) => ({
  id,
  replyTo,
  createdAt: new Date(Date.UTC(2024, 0, 1, 0, minute)),
})
const isOwn = (id: string) => id.startsWith('own')
const idsOf = (threads: { id: string }[][]) => threads.map((thread) => thread.map(({ id }) => id))

test('joins self-replies in chronological order, and omits replies to others along with their own replies', () => {
  const { threads, repliesToOthers } = threadsOf(
    [
      part('own 3', 'own 2', 3),
      part('own 1', null, 1),
      part('own 2', 'own 1', 2),
      part('own 4', 'own 1', 4),
      part('own 5', 'other 1', 5),
      part('own 6', 'own 5', 6),
      part('own 7', 'own deleted', 7),
    ],
    isOwn,
  )
  assert.deepEqual(idsOf(threads), [['own 1', 'own 2', 'own 3', 'own 4'], ['own 7']])
  assert.equal(repliesToOthers, 2)
})

test('terminates for circular and very long threads', () => {
  const circle = threadsOf([part('own 1', 'own 2', 1), part('own 2', 'own 1', 2), part('own 3', 'own 3', 3)], isOwn)
  assert.equal(circle.threads.flat().length, 3)
  const long = Array.from({ length: 20_000 }, (_, n) => part(`own ${n}`, n === 0 ? null : `own ${n - 1}`, n))
  const { threads } = threadsOf(long.toReversed(), isOwn)
  assert.deepEqual([threads.length, threads[0]!.length, threads[0]![19_999]!.id], [1, 20_000, 'own 19999'])
})
