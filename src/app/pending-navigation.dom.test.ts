import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { isCurrent } from './pending-navigation.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const isBusy = () => document.documentElement.dataset.busy !== undefined

test('shows a pending state for slow navigations but not for fast ones', async () => {
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

test('cancels a pending navigation when the user goes back, even if its code then fails to load', async () => {
  const slow = Promise.withResolvers<void>()
  const holds = isCurrent(slow.promise)
  vi.advanceTimersByTime(200)
  dispatchEvent(new PopStateEvent('popstate'))
  assert.equal(isBusy(), false)
  slow.reject(new Error('away'))
  assert.equal(await holds, false)
})

test('shows the later of two navigations as pending, even after the earlier one ends', async () => {
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

test('reports when the current navigation fails', async () => {
  await assert.rejects(isCurrent(Promise.reject(new Error('away'))), /away/)
  assert.equal(isBusy(), false)
})
