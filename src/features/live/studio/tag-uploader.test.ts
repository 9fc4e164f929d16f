import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type MediaTag, tagBytes } from '#features/live/livestreams/browser-broadcasts.contract.ts'
import { until } from '#tests/support/streaming.ts'
import { ApiError } from '#web/api.ts'
import { nextBits } from './bitrate.contract.ts'
import { avcConfig, avcFrame, opusConfig, opusFrame } from './flv-bodies.contract.ts'
import { createTagUploader } from './tag-uploader.hooks.ts'

const data = new Uint8Array([1])
const videoConfig: MediaTag = { kind: 'video', timestamp: 0, body: avcConfig(data) }
const soundConfig: MediaTag = { kind: 'audio', timestamp: 0, body: opusConfig(2) }
const key = (timestamp: number): MediaTag => ({ kind: 'video', timestamp, body: avcFrame(true, data) })
const frame = (timestamp: number): MediaTag => ({ kind: 'video', timestamp, body: avcFrame(false, data) })
const sound = (timestamp: number): MediaTag => ({ kind: 'audio', timestamp, body: opusFrame(data) })

/** A server that stores what it receives, or fails on request. */
function served(timeoutMs = 10_000) {
  const sessions: MediaTag[][] = []
  const failures: unknown[] = []
  const ends: string[] = []
  const sizes: number[] = []
  let isDown = false
  const uploader = createTagUploader({
    open: async () => `session ${sessions.push([])}`,
    send: async (session, from, tags) => {
      sizes.push(tags.reduce((sum, tag) => sum + tagBytes(tag), 0))
      if (isDown) throw new TypeError('Failed to fetch')
      const taken = sessions[Number(session.split(' ')[1]) - 1]!
      const failure = failures.shift()
      // A failed part may have arrived anyway.
      if (failure !== 'lost on its way') taken.push(...tags.slice(taken.length - from))
      if (failure) throw failure
    },
    onOpen: () => {},
    onChange: () => {},
    onEnd: (reason) => void ends.push(reason),
    times: { pauseMs: 1, retryMs: 1, timeoutMs },
  })
  const taken = (of = -1) => sessions.at(of) ?? []
  return { uploader, sessions, taken, failures, ends, sizes, setDown: (is: boolean) => (isDown = is) }
}

const begin = [videoConfig, soundConfig, key(0), sound(10)]

test('delivers every tag exactly once and in order, despite failures', async () => {
  const t = served()
  t.failures.push('lost on its way', new TypeError('Failed to fetch'), new ApiError(503, ''), new ApiError(429, ''))
  const tags = [...begin, ...Array.from({ length: 50 }, (_, at) => frame(at * 33))]
  for (const tag of tags) {
    t.uploader.push(tag)
    await new Promise((resolve) => setTimeout(resolve))
  }
  await until(() => t.taken().length === tags.length, 'all there')
  assert.deepEqual(t.taken(), tags)
  assert.deepEqual([t.sessions.length, t.ends, t.uploader.isFailing()], [1, [], false])
  await t.uploader.stop()
})

test('opens a new session and resends the configurations when the server has ended the current session', async () => {
  const t = served()
  begin.forEach(t.uploader.push)
  await until(() => t.taken().length === begin.length, 'all there')
  t.failures.push(new ApiError(404, ''))
  t.uploader.push(frame(40))
  await until(() => t.sessions.length === 2, 'another session')
  t.uploader.push(key(80))
  await until(() => t.taken().length === 3, 'all there')
  assert.deepEqual(t.taken(), [videoConfig, soundConfig, key(80)])
  await t.uploader.stop()
})

test('buffers the last few seconds, starting at a keyframe, while the connection is lost', async () => {
  const t = served()
  begin.forEach(t.uploader.push)
  await until(() => t.taken().length === begin.length, 'all there')
  t.setDown(true)
  t.uploader.push(frame(50))
  await until(() => t.uploader.isFailing(), 'failing')
  const tags = Array.from({ length: 20 }, (_, at) => (at % 4 === 0 ? key(at * 1000) : frame(at * 1000)))
  tags.forEach(t.uploader.push)
  assert.ok(t.uploader.queuedMs() <= 8000 && t.uploader.queuedMs() >= 3000, `${t.uploader.queuedMs()} ms`)
  const kept = tags.length - t.uploader.sent().droppedFrames
  t.setDown(false)
  await until(() => t.taken().length === begin.length + 1 + kept, 'the rest')
  assert.deepEqual(t.taken().slice(begin.length + 1), tags.slice(-kept))
  assert.deepEqual(tags.at(-kept)!.body[0], 0x17)
  await t.uploader.stop()
})

test('stops and reports the reason when it is rejected or the server stays unreachable for too long', async () => {
  const t = served()
  begin.forEach(t.uploader.push)
  t.failures.push(new ApiError(410, JSON.stringify({ message: 'Another encoder has taken over.' })))
  await until(() => t.ends.length > 0, 'the end')
  assert.deepEqual(t.ends, ['Another encoder has taken over.'])
  const alone = served(0)
  alone.setDown(true)
  begin.forEach(alone.uploader.push)
  await until(() => alone.ends.length > 0, 'the end')
  assert.match(alone.ends[0]!, /couldn’t be reached/)
})

test('lowers the bitrate on a slow connection and raises it again later', () => {
  const sending = { bits: 2_000_000, maxBits: 2_500_000, queuedMs: 0, sinceChangeMs: 5000 }
  assert.equal(nextBits(sending), 2_000_000)
  assert.equal(nextBits({ ...sending, queuedMs: 2000 }), 1_340_000)
  assert.equal(nextBits({ ...sending, queuedMs: 2000, sinceChangeMs: 1000 }), 2_000_000)
  assert.equal(nextBits({ ...sending, sinceChangeMs: 20_000 }), 2_400_000)
  assert.equal(nextBits({ ...sending, bits: 2_400_000, sinceChangeMs: 20_000 }), 2_500_000)
  assert.equal(nextBits({ ...sending, bits: 310_000, queuedMs: 2000 }), 300_000)
})

test('splits large uploads into parts small enough for proxies', async () => {
  const t = served()
  const large = (timestamp: number): MediaTag => ({
    kind: 'video',
    timestamp,
    body: avcFrame(false, new Uint8Array(200_000)),
  })
  const tags = [...begin, ...Array.from({ length: 12 }, (_, at) => large(at * 10))]
  tags.forEach(t.uploader.push)
  await until(() => t.taken().length === tags.length, 'all there')
  assert.deepEqual(t.taken(), tags)
  assert.ok(Math.max(...t.sizes) < 600_000, `${Math.max(...t.sizes)} bytes`)
  await t.uploader.stop()
})
