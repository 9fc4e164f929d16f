import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { watchIdleMemory } from './idle-memory.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A process with 100 MB, of which 50 are garbage. */
function watched() {
  const state = { utilization: 0, megabytes: 100, collections: 0 }
  const { stop } = watchIdleMemory({
    utilization: () => state.utilization,
    residentBytes: () => state.megabytes * 1024 * 1024,
    collect() {
      state.collections++
      state.megabytes = 50
    },
  })
  return { state, stop, wait: () => vi.advanceTimersByTime(30_000) }
}

test('collects garbage once the process is idle', () => {
  const { state, wait } = watched()
  state.utilization = 0.5
  wait()
  assert.equal(state.collections, 0)
  state.utilization = 0.01
  wait()
  assert.equal(state.collections, 1)
})

test('collects garbage again only if memory use has grown', () => {
  const { state, wait } = watched()
  wait()
  state.megabytes = 54
  wait()
  assert.equal(state.collections, 1)
  state.megabytes = 56
  wait()
  assert.equal(state.collections, 2)
})

test('stops', () => {
  const { state, stop, wait } = watched()
  stop()
  wait()
  assert.equal(state.collections, 0)
})
