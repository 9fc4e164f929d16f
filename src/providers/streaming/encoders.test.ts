import assert from 'node:assert/strict'
import { test } from 'vitest'
import { connectRtmp, type FlvTag, flvTags } from '#tests/support/rtmp-client.ts'
import { encoding, type Encoding, readMp4, startFfmpeg, testStreaming, until } from '#tests/support/streaming.ts'

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

/** Broadcasts with ffmpeg at full speed and returns what players receive. */
async function sent(options: Encoding) {
  const t = await testStreaming()
  const encoder = startFfmpeg(encoding(`${t.url}/${t.streamKey}`, { isLive: false, seconds: 4, ...options }))
  await encoder.ended
  return { ...t, said: encoder.said() }
}

type Testing = Awaited<ReturnType<typeof testStreaming>>

/** Publishes the tags with the tests' RTMP client. */
async function publish(t: Testing, tags: FlvTag[]) {
  const encoder = await connectRtmp(t.rtmpPort)
  encoder.publish(t.streamKey)
  await until(() => encoder.status() !== null, 'an answer')
  for (const tag of tags) encoder.tag(tag)
  return {
    ...encoder,
    async stop() {
      encoder.command('deleteStream', 4, null, 1)
      await encoder.closed
      await until(() => t.kinds().at(-1) === 'idle', 'idle')
    },
  }
}

const moved = (tags: FlvTag[], move: (timestamp: number, at: number) => number): FlvTag[] =>
  tags.map(({ type, timestamp, body }, at) => ({ type, timestamp: move(timestamp, at), body }))
const sum = (durations: string[]) => durations.reduce((total, one) => total + Number(one), 0)
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!)

test('preserves the timestamps of reordered frames', async () => {
  const t = await sent({ video: [...h264, '-bf', '3', '-preset', 'veryfast', '-g', '60'] })
  await until(() => t.kinds().includes('idle'), 'idle')
  const { video } = await t.played()
  assert.equal(video.frames, 120)
  const shown = video.packets.map(({ timestamp }) => timestamp)
  assert.notDeepEqual(
    shown,
    shown.toSorted((a, b) => a - b),
  )
  const steps = shown.toSorted((a, b) => a - b).map((at, index, all) => at - (all[index - 1] ?? at))
  assert.ok(Math.max(...steps) < 0.036 && Math.min(...steps.slice(1)) > 0.03, 'the frames are not evenly spaced')
})

test('accepts broadcasts without audio', async () => {
  const t = await sent({ audio: [] })
  await until(() => t.kinds().includes('idle'), 'idle')
  const { video, audio } = await t.played()
  assert.deepEqual([video.frames, audio], [120, null])
  assert.match(await t.text('index.m3u8'), /CODECS="avc1\.[0-9a-f]{6}"/)
  assert.deepEqual((await t.streaming.reportOf(t.providerId))!.hints, ['The encoder isn’t sending audio.'])
})

test('makes longer segments when keyframes are rare, and reports this to the owner', async () => {
  const t = await testStreaming({ times: { reportMs: 100 } })
  await publish(t, flvTags({ seconds: 18, video: [...h264, '-g', '240', '-sc_threshold', '0'] }))
  await until(async () => /#EXTINF:8.+#EXTINF:8.+PART:DURATION/s.test(await t.text('media.m3u8')), 'three segments')
  const media = await t.text('media.m3u8')
  assert.match(media, /#EXT-X-TARGETDURATION:8\n/)
  const parts = matches(media, /#EXT-X-PART:DURATION=([\d.]+)/g).map(Number)
  assert.ok(Math.max(...parts) <= 0.505 && Math.min(...parts) >= 0.495, `parts of ${parts.join(', ')} s`)
  assert.equal(matches(media, /(INDEPENDENT=YES)/g).length, 3)
  const hints = async () => (await t.streaming.reportOf(t.providerId))?.hints ?? []
  await until(
    async () => (await hints()).some((hint) => hint.startsWith('The encoder sends a keyframe every 8 s.')),
    'a hint',
  )
})

test('ends segments even without keyframes', async () => {
  const t = await sent({ seconds: 26, video: [...h264, '-g', '3000', '-sc_threshold', '0'] })
  await until(() => t.kinds().includes('idle'), 'idle')
  assert.deepEqual(matches(await t.text('media.m3u8'), /#EXTINF:(\d+)/g), ['12', '12', '2'])
})

test('reports the encoder’s codecs and resolution to the owner', async () => {
  const t = await sent({})
  await until(() => t.kinds().includes('idle'), 'idle')
  // Sent faster than real time: the playlist was written when the first part was ready.
  const { video, audio, width, height } = (await t.streaming.reportOf(t.providerId))!
  assert.deepEqual([video, audio, width, height], ['H.264', 'AAC', 320, 180])
})

test('rejects MP3 and gives the reason', async () => {
  const t = await sent({ audio: ['-c:a', 'libmp3lame', '-ar', '44100'] })
  const reason = 'The encoder is sending MP3 audio. Choose AAC as the audio encoder.'
  await until(async () => (await t.streaming.reportOf(t.providerId)) !== null, 'a report')
  assert.deepEqual((await t.streaming.reportOf(t.providerId))!.hints, [`The last encoder was rejected: ${reason}`])
  assert.deepEqual(t.kinds(), [])
})

test('rejects HEVC in both encodings, and gives the reason', async () => {
  const t = await testStreaming()
  for (const body of [Buffer.from([0x90, ...Buffer.from('hvc1'), 0]), Buffer.from([0x1c, 0, 0, 0, 0])]) {
    const encoder = await publish(t, [{ type: 9, timestamp: 0, body }])
    await encoder.closed
    assert.equal(encoder.status()!.description, 'The encoder is sending HEVC video. Choose H.264 as the video encoder.')
  }
})

test('disconnects only the encoder that sent an invalid configuration', async () => {
  const t = await testStreaming()
  const none = [0x17, 0, 0, 0, 0]
  const cutShort = [...none, 1, 2, 3, 4, 255, 225, 255, 255]
  const tooSmall = [...none, 1, 66, 0, 30, 255, 225, 0, 2, 103, 66]
  const tooWide = [...none, 1, 66, 0, 30, 255, 225, 0, 9, 103, 66, 0, 30, 0xdc, 0, 0x10, 1, 0x80]
  const tooLong = [0xaf, 0, 0x12, 0x10, ...Array<number>(100).fill(0)]
  for (const body of [none, cutShort, tooSmall, tooWide, tooLong]) {
    const type = body === tooLong ? 8 : 9
    const encoder = await publish(t, [{ type, timestamp: 0, body: Buffer.from(body) }])
    await encoder.closed
    assert.equal(encoder.status()!.description, 'The encoder sent invalid data.')
    assert.deepEqual(t.logged, [])
  }
})

test('continues when timestamps wrap around', async () => {
  const t = await testStreaming()
  const encoder = await publish(
    t,
    moved(flvTags({ seconds: 4 }), (timestamp) => timestamp + 2 ** 32 - 2000),
  )
  await encoder.stop()
  const { video, audio } = await t.played()
  assert.equal(video.frames, 120)
  assert.ok(Math.abs(video.seconds - 4) < 0.1 && Math.abs(audio!.seconds - 4) < 0.1)
  assert.equal((await t.text('media.m3u8')).includes('#EXT-X-DISCONTINUITY\n'), false)
})

test('starts a discontinuity when timestamps jump in either direction', async () => {
  const t = await testStreaming()
  for (const jumpMs of [3_600_000, -4000]) {
    const jump = (timestamp: number) => timestamp + 10_000 + (timestamp < 2000 ? 0 : jumpMs)
    t.events.length = 0
    const encoder = await publish(t, moved(flvTags({ seconds: 4 }), jump))
    await encoder.stop()
    const media = await t.text('media.m3u8')
    assert.equal(matches(media, /(#EXT-X-DISCONTINUITY)\n/g).length, 1)
    assert.ok(Math.abs(sum(matches(media, /#EXTINF:([\d.]+)/g)) - 4) < 0.2, media)
  }
})

test('disconnects an encoder whose timestamps keep jumping', async () => {
  const t = await testStreaming({ times: { firstFrameMs: 300 } })
  const tags = moved(flvTags({ seconds: 4, audio: [] }), (_, at) => (at % 7) * 100_000)
  const encoder = await publish(t, tags)
  await encoder.closed
  assert.equal(encoder.status()!.code, 'NetStream.Publish.Rejected')
})

test('limits how much memory a broadcast uses', async () => {
  const t = await testStreaming()
  const [config, key] = flvTags({ seconds: 1, audio: [] })
  const body = Buffer.concat([key!.body, Buffer.alloc(1_000_000)])
  const heavy = (count: number, stepMs: number): FlvTag[] =>
    Array.from({ length: count }, (_, at) => ({ type: 9, timestamp: at * stepMs, body }))
  const tooFast = await publish(t, [config!, ...heavy(12, 0)])
  await tooFast.closed
  assert.equal(tooFast.status()!.description, 'The encoder’s bitrate is too high for this server. Choose a lower one.')
  const long = await publish(t, [config!, ...heavy(200, 500)])
  await long.stop()
  const sizes = await Promise.all(
    matches(await t.text('media.m3u8'), /^(\d+\.m4s)$/gm).map(async (name) => (await t.get(name)).arrayBuffer()),
  )
  const bytes = sizes.reduce((total, { byteLength }) => total + byteLength, 0)
  assert.ok(bytes > 10_000_000 && bytes < 70_000_000, `${bytes} bytes`)
})

test('ends the largest broadcast when all broadcasts together exceed the memory limit', async () => {
  const t = await testStreaming({ maxLiveBytes: 4_000_000 })
  const { providerId, streamKey } = await t.streaming.create({ isPublic: true })
  const light = await connectRtmp(t.rtmpPort)
  light.publish(streamKey)
  await until(() => light.status() !== null, 'an answer')
  const tags = flvTags({ seconds: 2, audio: [] })
  for (const tag of tags) light.tag(tag)
  await until(() => t.kinds().includes('active'), 'on air')
  const [config, key] = tags
  const body = Buffer.concat([key!.body, Buffer.alloc(1_000_000)])
  const pictures = Array.from({ length: 8 }, (_, at) => ({ type: 9, timestamp: at * 500, body }))
  const heavy = await publish(t, [config!, ...pictures])
  await heavy.closed
  const tooLarge = 'The server ran out of memory for broadcasts, and this one was the largest.'
  assert.equal(heavy.status()!.description, tooLarge)
  assert.equal(await t.streaming.stateOf(providerId), 'active')
})

test('serves the newest keyframe as a complete file', async () => {
  const t = await sent({})
  await until(() => t.kinds().includes('idle'), 'idle')
  const poster = await t.get('poster.mp4')
  assert.equal(poster.headers.get('content-type'), 'video/mp4')
  const { video } = await readMp4(Buffer.from(await poster.arrayBuffer()))
  assert.equal(video.packets[0]!.type, 'key')
})
