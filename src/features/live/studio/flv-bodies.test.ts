import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type MediaTag, partOf } from '#features/live/livestreams/browser-broadcasts.contract.ts'
import { flvTags } from '#tests/support/rtmp-client.ts'
import { testStreaming, until } from '#tests/support/streaming.ts'
import { aacConfig, aacFrame, avcConfig, avcFrame, opusConfig, opusFrame } from './flv-bodies.contract.ts'

const seconds = 3
const encoded = flvTags({ seconds })
const ofType = (type: number) => encoded.filter((tag) => tag.type === type)
/** Frames as WebCodecs returns them, without FLV headers. */
const video: MediaTag[] = ofType(9).map(({ timestamp, body }) => ({
  kind: 'video',
  timestamp,
  body: body[1] === 0 ? avcConfig(body.subarray(5)) : avcFrame(body[0] === 0x17, body.subarray(5)),
}))
const aac: MediaTag[] = ofType(8).map(({ timestamp, body }) => ({
  kind: 'audio',
  timestamp,
  body: body[1] === 0 ? aacConfig(body.subarray(2)) : aacFrame(body.subarray(2)),
}))
const opusSilence = new Uint8Array([0xf8, 0xff, 0xfe])
const opusFrames = seconds * 50
/** Audio before the first frame is dropped. */
const startMs = video[1]!.timestamp
const opus: MediaTag[] = [
  { kind: 'audio', timestamp: startMs, body: opusConfig(2) },
  ...Array.from({ length: opusFrames }, (_, at): MediaTag => {
    return { kind: 'audio', timestamp: startMs + at * 20, body: opusFrame(opusSilence) }
  }),
]

const played = async (audio: MediaTag[]) => {
  const t = await testStreaming({ rtmpPort: 0 })
  const tags = [...video, ...audio].toSorted((a, b) => a.timestamp - b.timestamp)
  const session = await t.streaming.browsers.open('alice', t.streamKey)
  await t.streaming.browsers.append('alice', session, 0, Buffer.from(partOf(tags)))
  await t.streaming.browsers.end('alice', session)
  await until(() => t.kinds().at(-1) === 'idle', 'idle')
  return { ...(await t.played()), playlist: await t.text('index.m3u8') }
}

test('produces a playable stream with AAC', async () => {
  const t = await played(aac)
  assert.deepEqual([t.video.frames, t.audio?.codec], [seconds * 30, 'aac'])
  assert.ok(Math.abs(t.audio!.seconds - seconds) < 0.1)
})

test('produces a playable stream with Opus', async () => {
  const t = await played(opus)
  assert.deepEqual([t.video.frames, t.audio?.codec, t.audio?.frames], [seconds * 30, 'opus', opusFrames])
  assert.match(t.playlist, /CODECS="avc1\.[0-9a-f]{6},opus"/)
})
