import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'vitest'
import { concurrently } from './concurrently.ts'

/** Yields numbers, and then fails. `isClosed` reports whether the generator has ended. */
function numbers(count: number) {
  const state = { isClosed: false }
  async function* generate() {
    try {
      for (let number = 0; number < count; number++) yield number
      throw new Error('The list failed')
    } finally {
      state.isClosed = true
    }
  }
  return { items: generate(), state }
}

test('waits for the work in progress when the list of items fails', async () => {
  const done: number[] = []
  const work = async (number: number) => {
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    done.push(number)
  }
  await assert.rejects(concurrently(numbers(3).items, 4, work), /The list failed/)
  assert.deepEqual(done, [0, 1, 2])
})

test('stops at the first error, and closes the list of items', async () => {
  const { items, state } = numbers(100)
  const started: number[] = []
  const work = async (number: number) => {
    started.push(number)
    await nextTurn()
    throw new Error(`${number} failed`)
  }
  await assert.rejects(concurrently(items, 2, work), /0 failed/)
  assert.deepEqual(started, [0, 1])
  assert.ok(state.isClosed)
})
