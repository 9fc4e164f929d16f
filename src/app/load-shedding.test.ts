import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import type { AppError } from '#kernel/errors.ts'
import { createLoadShedding } from './load-shedding.ts'

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (reason: AppError) => reason,
  )

function shedding(options: Parameters<typeof createLoadShedding>[0]) {
  const created = createLoadShedding(options)
  onTestFinished(created.stop)
  return created
}

test('rejects requests beyond the limit with a retry time, and accepts more once others have finished', async () => {
  const { admit } = shedding({ maxInProgress: 2 })
  const gate = Promise.withResolvers<string>()
  const first = [admit(() => gate.promise), admit(() => Promise.reject(new Error('failed'))).catch(() => 'failed')]
  await first[1]
  const second = admit(() => gate.promise)
  const reason = await reasonOf(admit(async () => 'more'))
  assert.deepEqual([reason?.status, Number(reason?.details.retryAfterSeconds) > 0], [503, true])
  gate.resolve('done')
  assert.deepEqual(await Promise.all([first[0], second]), ['done', 'done'])
  assert.equal(await admit(async () => 'more'), 'more')
})

test('admits one request at a time while the process responds slowly', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let delayMs = 0
  const { admit } = shedding({ maxDelayMs: 500, delayMs: () => delayMs })
  const gate = Promise.withResolvers<string>()
  const slow = admit(() => gate.promise)
  assert.equal(await admit(async () => 'admitted'), 'admitted')
  delayMs = 501
  vi.advanceTimersByTime(1000)
  assert.equal((await reasonOf(admit(async () => 'rejected')))?.status, 503)
  gate.resolve('done')
  await slow
  assert.equal(await admit(async () => 'alone'), 'alone')
  delayMs = 0
  vi.advanceTimersByTime(1000)
  assert.equal(await admit(() => admit(async () => 'both')), 'both')
})

test('measures the event loop’s delay', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { admit } = shedding({ maxDelayMs: 30 })
  const gate = Promise.withResolvers<string>()
  const running = admit(() => gate.promise)
  for (let blocked = 0; blocked < 5; blocked++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  vi.advanceTimersByTime(1000)
  assert.equal((await reasonOf(admit(async () => 'rejected')))?.status, 503)
  gate.resolve('done')
  await running
})
