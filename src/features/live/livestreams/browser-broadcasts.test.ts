import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cast, type Name } from '#tests/support/cast.ts'
import { flvTags } from '#tests/support/rtmp-client.ts'
import { testStreaming, until } from '#tests/support/streaming.ts'
import { streamingProvider } from '#tests/support/streaming-provider.ts'
import {
  endBroadcast,
  type MediaTag,
  onlyFromSoftware,
  openBroadcast,
  OpenBroadcast,
  partOf,
  partType,
  sendBroadcastPart,
  ReceivedPart,
} from './browser-broadcasts.contract.ts'
import { maxPartBytes } from '#providers/streaming/streaming.contract.ts'
import { browserBroadcastRoutes } from './browser-broadcasts.routes.ts'
import {
  createLivestream,
  disableLivestream,
  notYoursToChange,
  OwnLivestream,
  updateLivestream,
} from './livestreams.contract.ts'
import { livestreamRoutes } from './livestreams.routes.ts'

/** Alice, her livestream, and the parts that a browser sends to it. */
async function castBroadcasts(options: Parameters<typeof testStreaming>[0] = {}) {
  const s = await testStreaming({ rtmpPort: 0, ...options })
  const t = await cast([...livestreamRoutes, ...browserBroadcastRoutes], { streaming: s.streaming })
  const stream = OwnLivestream.parse((await t.alice('POST', createLivestream.path, { title: 'Pairing' })).body)
  const { id } = stream
  const open = async () => OpenBroadcast.parse((await t.alice('POST', openBroadcast.href({ id }))).body).session
  async function send(session: string, from: number | string, part: BodyInit, name: Name = 'alice', type = partType) {
    const path = `${sendBroadcastPart.href({ id, session })}?from=${from}`
    const headers = { authorization: `Bearer ${name}`, 'content-type': type }
    const response = await t.app.request(path, { method: 'POST', headers, body: part, duplex: 'half' } as RequestInit)
    return { status: response.status, body: (await response.json()) as { message: string; next: number } }
  }
  const isOnAir = () => until(() => s.kinds().at(-1) === 'active', 'on air')
  return { ...t, service: s, stream, id, open, send, isOnAir }
}

const tags: MediaTag[] = flvTags({ seconds: 3 }).map(({ type, timestamp, body }) => ({
  kind: type === 9 ? 'video' : 'audio',
  timestamp,
  body,
}))
const whole = partOf(tags)

test('broadcasts each part from a browser only once, even if it is sent twice', async () => {
  const t = await castBroadcasts()
  const session = await t.open()
  for (let from = 0; from < tags.length; from += 20) {
    const part = partOf(tags.slice(from, from + 20))
    const next = Math.min(from + 20, tags.length)
    for (const again of [part, part])
      assert.deepEqual(await t.send(session, from, again), { status: 200, body: { next } })
  }
  assert.deepEqual(ReceivedPart.parse((await t.send(session, 10, whole)).body), { next: tags.length + 10 })
  await t.isOnAir()
  assert.equal((await t.alice('DELETE', endBroadcast.href({ id: t.id, session }))).status, 204)
  await until(() => t.service.kinds().at(-1) === 'idle', 'idle')
  assert.equal((await t.alice('DELETE', endBroadcast.href({ id: t.id, session }))).status, 404)
  assert.deepEqual(t.service.kinds(), ['active', 'idle'])
  assert.equal((await t.send(session, tags.length + 10, whole)).status, 404)
  assert.deepEqual(t.logged, [])
})

test('accepts parts only from the member who opened the session, and only for the session’s livestream', async () => {
  const t = await castBroadcasts()
  assert.equal((await t.stranger('POST', openBroadcast.href({ id: t.id }))).status, 401)
  for (const name of ['bob', 'admin'] as const) {
    const { status, body } = await t[name]('POST', openBroadcast.href({ id: t.id }))
    assert.deepEqual([status, body.message], [403, notYoursToChange()])
  }
  assert.equal((await t.alice('POST', openBroadcast.href({ id: 999_999 }))).status, 404)
  await t.alice('PATCH', updateLivestream.href({ id: t.id }), { isPublic: false })
  assert.equal((await t.bob('POST', openBroadcast.href({ id: t.id }))).status, 404)
  const session = await t.open()
  for (const name of ['bob', 'admin'] as const) {
    assert.equal((await t.send(session, 0, whole, name)).status, 404)
    assert.equal((await t[name]('DELETE', endBroadcast.href({ id: t.id, session }))).status, 404)
  }
  assert.equal((await t.alice('DELETE', endBroadcast.href({ id: t.id + 1, session }))).status, 404)
  assert.equal((await t.send(session, 0, whole)).status, 200)
})

test('rejects invalid parts with a reason and keeps the session open', async () => {
  const t = await castBroadcasts()
  const session = await t.open()
  assert.equal((await t.send(session, 0, partOf(tags.slice(0, 5)))).status, 200)
  const gap = await t.send(session, 9, partOf(tags.slice(9)))
  assert.deepEqual([gap.status, gap.body.message, gap.body.next], [409, 'The parts before this one are missing.', 5])
  for (const bad of [whole.slice(0, -1), whole.slice(3), new Uint8Array([1]), 'not a part at all'])
    assert.equal((await t.send(session, 5, bad)).status, 400)
  for (const from of ['', 'x', '-1', '1.5', '1e99']) assert.equal((await t.send(session, from, whole)).status, 400)
  assert.equal((await t.send(session, 5, new Uint8Array(maxPartBytes + 1))).status, 413)
  assert.equal((await t.send(session, 5, '{}', 'alice', 'application/json')).status, 415)
  assert.deepEqual((await t.send(session, 5, partOf(tags.slice(5)))).body, { next: tags.length })
  await t.isOnAir()
  assert.deepEqual(t.logged, [])
})

test('reports to the browser why it was disconnected', async () => {
  const t = await castBroadcasts()
  const first = await t.open()
  const second = await t.open()
  const over = await t.send(first, 0, whole)
  assert.deepEqual([over.status, over.body.message], [410, 'Another encoder has taken over.'])
  await t.send(second, 0, whole)
  await t.isOnAir()
  assert.equal((await t.alice('POST', disableLivestream.href({ id: t.id }))).status, 200)
  const cut = await t.send(second, tags.length, whole)
  assert.deepEqual([cut.status, cut.body.message], [410, 'This livestream has been disabled.'])
  const refusal = await t.alice('POST', openBroadcast.href({ id: t.id }))
  assert.deepEqual(
    [refusal.status, refusal.body.message],
    [409, 'This livestream is disabled. Enable it on your livestreams page.'],
  )
})

test('limits a member to eight parts in flight', async () => {
  const t = await castBroadcasts()
  const session = await t.open()
  const slow: ReadableStreamDefaultController<Uint8Array>[] = []
  const sendSlowly = () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void slow.push(controller) })
    return t.send(session, 0, body)
  }
  const answers = Array.from({ length: 8 }, sendSlowly)
  await until(async () => (await t.send(session, 0, whole)).status === 429, 'no more room')
  slow[0]!.error(new Error('gone'))
  assert.equal((await answers[0])!.status, 400)
  assert.equal((await t.send(session, 0, whole)).status, 200)
  for (const controller of slow.slice(1)) controller.close()
  assert.deepEqual(
    (await Promise.all(answers.slice(1))).map(({ status }) => status),
    Array<number>(7).fill(200),
  )
})

test('rejects unsupported media from browsers', async () => {
  const t = await castBroadcasts()
  const hevc: MediaTag = { kind: 'video', timestamp: 0, body: new Uint8Array([0x1c, 0, 0, 0, 0]) }
  const { status, body } = await t.send(await t.open(), 0, partOf([hevc]))
  assert.deepEqual(
    [status, body.message],
    [410, 'The encoder is sending HEVC video. Choose H.264 as the video encoder.'],
  )
})

test('disconnects a browser that sends too many frames with the same timestamp', async () => {
  const t = await castBroadcasts()
  const { timestamp } = tags.findLast(({ kind }) => kind === 'video')!
  const tiny: MediaTag = { kind: 'video', timestamp, body: new Uint8Array([0x27, 1, 0, 0, 0, 0, 0, 0, 1, 9]) }
  const session = await t.open()
  assert.equal((await t.send(session, 0, whole)).status, 200)
  const many = (count: number) => partOf(Array.from({ length: count }, () => tiny))
  assert.equal((await t.send(session, tags.length, many(4097))).status, 400)
  const sent = (at: number) => t.send(session, tags.length + at, many(4000))
  for (const at of [0, 4000, 8000]) assert.equal((await sent(at)).status, 200)
  await sent(12_000)
  const { status, body } = await sent(16_000)
  const tooMuch = 'The encoder’s bitrate is too high for this server. Choose a lower one.'
  assert.deepEqual([status, body.message], [410, tooMuch])
  assert.deepEqual(t.logged, [])
})

test('ends silent sessions, and continues the broadcast in a new session', async () => {
  const t = await castBroadcasts({ times: { silenceMs: 1500 } })
  const silent = await t.open()
  await t.send(silent, 0, whole)
  await until(() => t.service.kinds().at(-1) === 'interrupted', 'interrupted')
  assert.equal((await t.send(silent, tags.length, whole)).status, 404)
  await t.send(await t.open(), 0, whole)
  await until(() => t.service.kinds().at(-1) === 'resumed', 'resumed')
})

test('accepts uploads of the same broadcast in each of the site’s processes', async () => {
  const t = await castBroadcasts({ times: { leaderCheckMs: 50 } })
  const second = await t.service.open()
  const owner = 'alice'
  const session = await second.browsers.open(owner, t.stream.streamKey)
  assert.equal(await second.browsers.append(owner, session, 0, Buffer.from(partOf(tags.slice(0, 30)))), 30)
  const rest = Buffer.from(partOf(tags.slice(30)))
  assert.equal(await t.service.streaming.browsers.append(owner, session, 30, rest), tags.length)
  await t.isOnAir()
  const gap = second.browsers.append(owner, session, tags.length + 1, rest)
  await assert.rejects(gap, { code: 'conflict', details: { extra: { next: tags.length } } })
  await second.browsers.end(owner, session)
  await until(() => t.service.kinds().at(-1) === 'idle', 'idle')
  await assert.rejects(second.browsers.end(owner, session), { code: 'not_found' })
})

test('explains that only streaming software can broadcast if the provider cannot accept browser uploads', async () => {
  const { provider } = streamingProvider()
  const t = await cast([...livestreamRoutes, ...browserBroadcastRoutes], { streaming: provider })
  const { id } = OwnLivestream.parse((await t.alice('POST', createLivestream.path, { title: 'Pairing' })).body)
  const { status, body } = await t.alice('POST', openBroadcast.href({ id }))
  assert.deepEqual([status, body.message], [409, onlyFromSoftware()])
})
