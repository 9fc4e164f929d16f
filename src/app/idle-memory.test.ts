import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { watchIdleMemory } from './idle-memory.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const bytes = (megabytes: number) => megabytes * 1024 * 1024

/** A process in which `remaining` bytes, at first 100 MB, remain after each collection; the heap uses 40 MB of them. */
function watched() {
  const state = { utilization: 0, rss: bytes(200), heapTotal: bytes(40), remaining: bytes(100), collections: 0 }
  const { stop } = watchIdleMemory({
    utilization: () => state.utilization,
    memory: () => ({ rss: state.rss, heapTotal: state.heapTotal, external: 0 }),
    collect: () =>
      void Object.assign(state, { rss: state.remaining, heapTotal: bytes(40), collections: state.collections + 1 }),
  })
  return { state, stop, wait: () => vi.advanceTimersByTime(60_000) }
}

test('collects garbage once after the start', () => {
  const { state, wait } = watched()
  state.utilization = 0.5
  wait()
  assert.equal(state.collections, 1)
})

test('collects garbage in an idle process whose memory use has grown', () => {
  const { state, wait } = watched()
  wait()
  state.rss = bytes(108)
  wait()
  assert.equal(state.collections, 1)
  state.rss = bytes(112)
  wait()
  assert.equal(state.collections, 2)
})

test('collects garbage in a busy process only if it keeps much freed memory', () => {
  const { state, wait } = watched()
  wait()
  Object.assign(state, { utilization: 0.5, rss: bytes(200), heapTotal: bytes(130) })
  wait()
  assert.equal(state.collections, 1)
  state.heapTotal = bytes(60)
  wait()
  assert.equal(state.collections, 2)
})

test('collects garbage again once a process is idle that was busy during the last collection', () => {
  const { state, wait } = watched()
  wait()
  Object.assign(state, { utilization: 0.5, rss: bytes(560), heapTotal: bytes(60), remaining: bytes(560) })
  wait()
  assert.equal(state.collections, 2)
  Object.assign(state, { utilization: 0, remaining: bytes(100) })
  wait()
  assert.deepEqual([state.collections, state.rss], [3, bytes(100)])
})

test('notices growth after memory has been returned without a collection', () => {
  const { state, wait } = watched()
  state.remaining = bytes(300)
  wait()
  state.rss = bytes(100)
  wait()
  state.rss = bytes(150)
  wait()
  assert.equal(state.collections, 2)
})

test('stops checking after stop()', () => {
  const { state, stop, wait } = watched()
  stop()
  wait()
  assert.equal(state.collections, 0)
})
