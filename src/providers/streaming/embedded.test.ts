import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { connectRtmp, flvTags } from '#tests/support/rtmp-client.ts'
import { freePort } from '#tests/support/site.ts'
import { encoding, startFfmpeg, testStreaming, until } from '#tests/support/streaming.ts'
import { tasksOf } from '#tests/support/jobs.ts'

type Testing = Awaited<ReturnType<typeof testStreaming>>

const sending = (t: Testing) => startFfmpeg(encoding(`${t.url}/${t.streamKey}`))
const isActive = (t: Testing) => until(() => t.kinds().includes('active'), 'active')

async function refusalOf(t: Testing, key: string) {
  const encoder = await connectRtmp(t.rtmpPort)
  encoder.publish(key)
  await encoder.closed
  return encoder.status()
}

test('serves the broadcast that an encoder sends, until the encoder stops', async () => {
  const t = await testStreaming()
  const encoder = startFfmpeg(encoding(`${t.url}/${t.streamKey}`, { seconds: 5, isLive: false }))
  await encoder.ended
  await until(() => t.kinds().includes('idle'), 'idle')
  assert.deepEqual(t.kinds(), ['active', 'idle'])
  assert.equal(await t.streaming.stateOf(t.providerId), 'idle')
  const { video, audio } = await t.played()
  assert.deepEqual([video.frames, video.codec, video.width, video.height], [150, 'avc', 320, 180])
  assert.ok(Math.abs(video.seconds - 5) < 0.1, `${video.seconds} s of video`)
  assert.equal(audio?.codec, 'aac')
  assert.ok(Math.abs(audio.seconds - 5) < 0.1, `${audio.seconds} s of sound`)
})

test('serves the first part while the encoder is still sending', async () => {
  const t = await testStreaming()
  const encoder = sending(t)
  await isActive(t)
  const media = await t.text('media.m3u8')
  assert.match(media, /#EXT-X-PART:DURATION=0\.\d+,URI="\d+\.0\.m4s",INDEPENDENT=YES/)
  assert.equal(await t.streaming.stateOf(t.providerId), 'active')
  encoder.child.kill('SIGTERM')
  await until(() => t.kinds().includes('idle'), 'idle')
})

test('rejects unknown, overlong, and disabled keys with an explanation', async () => {
  const t = await testStreaming()
  const unknown = 'Unknown stream key. Copy it again from your livestreams page.'
  for (const key of ['', 'live_wrong', t.playbackId, t.providerId, 'x'.repeat(20_000)]) {
    assert.deepEqual(
      { ...(await refusalOf(t, key)) },
      { level: 'error', code: 'NetStream.Publish.BadName', description: unknown },
    )
  }
  await t.streaming.disable(t.providerId)
  assert.match((await refusalOf(t, t.streamKey))!.description, /disabled/)
  assert.match((await t.streaming.reportOf(t.providerId))!.hints[0]!, /rejected: This livestream is disabled/)
  await t.streaming.enable(t.providerId)
  const key = await t.streaming.renewKey(t.providerId)
  assert.equal((await refusalOf(t, t.streamKey))!.description, unknown)
  const encoder = await connectRtmp(t.rtmpPort)
  encoder.publish(key)
  await until(() => encoder.status() !== null, 'an answer')
  assert.equal(encoder.status()!.code, 'NetStream.Publish.Start')
  await t.streaming.remove(t.providerId)
  await encoder.closed
  assert.equal((await refusalOf(t, key))!.description, unknown)
  await t.streaming.remove(t.providerId)
  await assert.rejects(t.streaming.enable(t.providerId), { code: 'provider_failed' })
})

test('disconnects the encoder when the stream is disabled, and admits it when it is enabled again', async () => {
  const t = await testStreaming()
  const encoder = sending(t)
  await isActive(t)
  await t.streaming.disable(t.providerId)
  assert.equal((await t.get('media.m3u8')).status, 404)
  await encoder.ended
  assert.equal(await t.streaming.stateOf(t.providerId), 'disabled')
  await t.streaming.enable(t.providerId)
  assert.equal(await t.streaming.stateOf(t.providerId), 'idle')
  sending(t)
  await until(() => t.kinds().length > 1, 'active again')
  assert.deepEqual(t.kinds(), ['active', 'active'])
  assert.equal(await t.streaming.stateOf(t.providerId), 'active')
})

test('disconnects an encoder that was admitted just before the stream was disabled', async () => {
  const t = await testStreaming()
  const encoder = await connectRtmp(t.rtmpPort)
  encoder.publish(t.streamKey)
  await until(() => encoder.status() !== null, 'an answer')
  await run(t.db)`update broadcasts set state = 'disabled'`
  for (const tag of flvTags({ seconds: 3 })) encoder.tag(tag)
  await encoder.closed
  await t.streaming.close()
  assert.deepEqual([t.kinds(), await t.streaming.stateOf(t.providerId)], [[], 'disabled'])
})

test('lets another encoder take over with the same key without interrupting playback', async () => {
  const t = await testStreaming()
  const first = sending(t)
  await isActive(t)
  sending(t)
  await first.ended
  await until(async () => (await t.text('media.m3u8')).includes('#EXT-X-DISCONTINUITY\n'), 'a discontinuity')
  assert.deepEqual(t.kinds(), ['active'])
  assert.equal((await t.text('media.m3u8')).includes('ENDLIST'), false)
})

test('continues after a discontinuity when an encoder that was killed reconnects', async () => {
  const t = await testStreaming()
  const first = sending(t)
  await isActive(t)
  const codecs = async () => /CODECS=.+RESOLUTION=\d+x\d+/.exec(await t.text('index.m3u8'))?.[0]
  const before = await codecs()
  first.child.kill('SIGKILL')
  await until(() => t.kinds().includes('interrupted'), 'interrupted')
  assert.equal(await codecs(), before)
  assert.equal(await t.streaming.stateOf(t.providerId), 'active')
  assert.equal((await t.text('media.m3u8')).includes('ENDLIST'), false)
  sending(t)
  await until(() => t.kinds().includes('resumed'), 'resumed')
  assert.match(await t.text('media.m3u8'), /#EXT-X-DISCONTINUITY\n#EXT-X-MAP/)
  assert.deepEqual(t.kinds(), ['active', 'interrupted', 'resumed'])
})

test('ends the broadcast if the encoder does not reconnect, and removes it later', async () => {
  const t = await testStreaming({ times: { reconnectMs: 300, lingerMs: 300 } })
  const encoder = sending(t)
  await isActive(t)
  encoder.child.kill('SIGKILL')
  await until(() => t.kinds().includes('idle'), 'idle')
  assert.match(await t.text('media.m3u8'), /#EXT-X-ENDLIST/)
  await until(async () => (await t.get('media.m3u8')).status === 404, 'nothing')
  assert.deepEqual(t.kinds(), ['active', 'interrupted', 'idle'])
})

test('treats a silent encoder as disconnected', async () => {
  const t = await testStreaming({ times: { silenceMs: 2000 } })
  const encoder = sending(t)
  await isActive(t)
  encoder.child.kill('SIGSTOP')
  await until(() => t.kinds().length > 1, 'a change')
  assert.deepEqual(t.kinds(), ['active', 'interrupted'])
})

test('disconnects an encoder that sends only audio, and gives the reason', async () => {
  const t = await testStreaming({ times: { firstFrameMs: 300 } })
  const encoder = await connectRtmp(t.rtmpPort)
  encoder.publish(t.streamKey)
  await until(() => encoder.status() !== null, 'an answer')
  for (const tag of flvTags().filter(({ type }) => type === 8)) encoder.tag(tag)
  await encoder.closed
  assert.equal(encoder.status()!.description, 'The encoder isn’t sending video.')
  assert.deepEqual(t.kinds(), [])
})

test('keeps eight simultaneous broadcasts separate despite other traffic', async () => {
  const t = await testStreaming()
  const made = await Promise.all(Array.from({ length: 8 }, () => t.streaming.create({ isPublic: true })))
  const seconds = (at: number) => 2 + at * 0.5
  const encoders = made.map(({ streamKey }, at) =>
    startFfmpeg(encoding(`${t.url}/${streamKey}`, { seconds: seconds(at), isLive: false })),
  )
  for (let n = 0; n < 20; n++)
    net
      .connect(t.rtmpPort, '127.0.0.1')
      .on('error', () => {})
      .end(randomBytes(4000)) // noise
  await Promise.all(encoders.map(({ ended }) => ended))
  await until(() => t.kinds().filter((kind) => kind === 'idle').length === 8, 'all idle')
  for (const [at, broadcast] of made.entries()) {
    assert.equal((await t.played(broadcast)).video.frames, seconds(at) * 30)
  }
})

test('keeps increasing sequence numbers across restarts, and starts with no broadcasts', async () => {
  const t = await testStreaming()
  const sequence = async () => Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(await t.text('media.m3u8'))![1])
  sending(t)
  await isActive(t)
  const before = await sequence()
  await t.streaming.close()
  await sleep(1000)
  await t.restart()
  sending(t)
  await until(() => t.kinds().filter((kind) => kind === 'active').length === 2, 'active again')
  assert.ok((await sequence()) > before)
})

test('deletes broadcasts that no livestream uses', async () => {
  const t = await testStreaming()
  const sweep = () => tasksOf(t.streaming.workers)['broadcasts.sweep']!({})
  await sweep()
  assert.equal(await t.streaming.stateOf(t.providerId), 'idle')
  await run(t.db)`update broadcasts set created_at = now() - interval '2 hours'`
  await sweep()
  assert.equal(await t.streaming.stateOf(t.providerId), null)
})

test('ends broadcasts left over from a killed server', async () => {
  const t = await testStreaming()
  const { streamKey } = t
  await t.streaming.close()
  // The state left behind by a killed process.
  await run(t.db)`update broadcasts set state = 'active' where key_sha256 = sha256(${streamKey}::bytea)`
  await run(t.db)`insert into ingest_nodes (address) values (${`http://127.0.0.1:${await freePort()}`})`
  await t.restart()
  await until(() => t.kinds().includes('idle'), 'idle')
  assert.equal(await t.streaming.stateOf(t.providerId), 'idle')
})
