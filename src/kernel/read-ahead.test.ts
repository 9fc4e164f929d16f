import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'vitest'
import { readAhead } from './read-ahead.ts'

test('yields the items in order, and prepares only a few of them in advance', async () => {
  const begun: number[] = []
  const prepare = async (item: number) => {
    begun.push(item)
    for (let turns = item % 3; turns > 0; turns--) await turn()
    return item * 10
  }
  const seen: [number, number][] = []
  for await (const value of readAhead([1, 2, 3, 4, 5, 6], 2, prepare)) seen.push([value, begun.length])
  assert.deepEqual(seen, [
    [10, 3],
    [20, 4],
    [30, 5],
    [40, 6],
    [50, 6],
    [60, 6],
  ])
})

test('throws an item’s error when its turn comes, and waits for the items being prepared', async () => {
  let running = 0
  const prepare = async (item: number) => {
    running++
    await turn()
    running--
    if (item === 2) throw new Error('the second item')
    return item
  }
  const seen: number[] = []
  const use = async () => {
    for await (const item of readAhead([1, 2, 3, 4], 2, prepare)) seen.push(item)
  }
  await assert.rejects(use, /the second item/)
  assert.deepEqual([seen, running], [[1], 0])
})
