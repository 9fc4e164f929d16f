import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { isCurrent } from './pending-navigation.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const isBusy = () => document.documentElement.dataset.busy !== undefined

test('what is there at once is not announced; what takes long is, until it is there', async () => {
  assert.equal(await isCurrent(Promise.resolve()), true)
  vi.advanceTimersByTime(1000)
  assert.equal(isBusy(), false)

  const slow = Promise.withResolvers<void>()
  const holds = isCurrent(slow.promise)
  vi.advanceTimersByTime(100)
  assert.equal(isBusy(), false)
  vi.advanceTimersByTime(100)
  assert.equal(isBusy(), true)
  slow.resolve()
  assert.equal(await holds, true)
  assert.equal(isBusy(), false)
})

test('Back calls it off, also when the code then fails to come', async () => {
  const slow = Promise.withResolvers<void>()
  const holds = isCurrent(slow.promise)
  vi.advanceTimersByTime(200)
  dispatchEvent(new PopStateEvent('popstate'))
  assert.equal(isBusy(), false)
  slow.reject(new Error('away'))
  assert.equal(await holds, false)
})

test('of two navigations the later holds, and the end of the earlier says nothing about it', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const earlier = isCurrent(first.promise)
  const later = isCurrent(second.promise)
  vi.advanceTimersByTime(200)
  first.resolve()
  assert.equal(await earlier, false)
  assert.equal(isBusy(), true)
  second.resolve()
  assert.equal(await later, true)
  assert.equal(isBusy(), false)
})

test('a failure of the one that holds is told', async () => {
  await assert.rejects(isCurrent(Promise.reject(new Error('away'))), /away/)
  assert.equal(isBusy(), false)
})
