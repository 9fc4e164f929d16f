import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { systemClock } from '#kernel/clock.ts'
import { testDb } from '#tests/support/database.ts'
import { muxKey } from '#tests/support/mux-key.ts'
import { startMuxServer } from '#tests/support/mux-server.ts'
import { encoding, startFfmpeg, testStreaming, until } from '#tests/support/streaming.ts'
import { muxStreaming } from './mux.ts'
import type { StreamingProvider } from './streaming.ts'

interface Made {
  streaming: StreamingProvider
  /** The types of the events so far, in order. */
  kinds: () => string[]
  /** Starts an encoder that uses the key. */
  begin: (streamKey: string) => Promise<{ isGone: () => boolean }>
}

/** Every streaming provider must pass these tests. The Mux provider uses the real SDK with a server on the loopback
 *  interface. */
const providers: Record<string, () => Promise<Made>> = {
  async embedded() {
    const { streaming, kinds, url } = await testStreaming()
    const begin = async (streamKey: string) => {
      const { child } = startFfmpeg(encoding(`${url}/${streamKey}`))
      return { isGone: () => child.exitCode !== null }
    }
    return { streaming, kinds, begin }
  },
  async Mux() {
    const mux = await startMuxServer()
    const streaming = await muxStreaming({ ...mux, db: await testDb(), clock: systemClock, signingKey: muxKey })
    const kinds: string[] = []
    streaming.listen(async (event) => void kinds.push(event.type === 'state' ? event.state : event.type))
    const begin = async (streamKey: string) => {
      const id = mux.begin(streamKey)?.live_stream_id ?? ''
      const delivery = mux.deliver('video.live_stream.active', mux.data.liveStreams.get(id)!)
      await streaming.receive(new Request('http://devstead.test/api/webhooks/mux', delivery))
      return { isGone: () => !mux.encoders.has(id) }
    }
    return { streaming, kinds: () => kinds, begin }
  },
}

describe.each(Object.keys(providers))('streaming, %s', (name) => {
  const open = () => providers[name]!()

  test('reports the state of a broadcast, ends it when disabled, and allows a new one once enabled', async () => {
    const { streaming, kinds, begin } = await open()
    const { providerId, streamKey } = await streaming.create({ isPublic: true })
    const state = () => streaming.stateOf(providerId)
    assert.equal(await state(), 'idle')
    const first = await begin(streamKey)
    await until(async () => (await state()) === 'active' && kinds().includes('active'), 'active')
    await streaming.disable(providerId)
    await until(first.isGone, 'cut off')
    assert.equal(await state(), 'disabled')
    await streaming.disable(providerId)
    await streaming.enable(providerId)
    assert.equal(await state(), 'idle')
    const second = await begin(streamKey)
    await until(async () => (await state()) === 'active', 'active again')
    await streaming.enable(providerId)
    assert.equal(await state(), 'active')
    await streaming.remove(providerId)
    await until(second.isGone, 'cut off')
    assert.equal(await state(), null)
    await streaming.remove(providerId)
    assert.equal(await streaming.reportOf(providerId), null)
  })

  test('replaces the key and disconnects the encoder that uses the old one', async () => {
    const { streaming, begin } = await open()
    const made = await streaming.create({ isPublic: true })
    const encoder = await begin(made.streamKey)
    await until(async () => (await streaming.stateOf(made.providerId)) === 'active', 'active')
    const streamKey = await streaming.renewKey(made.providerId)
    assert.notEqual(streamKey, made.streamKey)
    await until(encoder.isGone, 'cut off')
    await begin(streamKey)
    await until(async () => (await streaming.stateOf(made.providerId)) === 'active', 'active with the new key')
  })

  test('rejects changes to unknown livestreams', async () => {
    const { streaming } = await open()
    const { providerId } = await streaming.create({ isPublic: true })
    await streaming.remove(providerId)
    for (const change of [streaming.enable, streaming.disable, streaming.renewKey])
      await assert.rejects(change(providerId), { code: 'provider_failed' })
    await streaming.removeRecording('nobody’s')
  })

  test('builds playback URLs that do not reveal the stream key, and signs private URLs', async () => {
    const { streaming } = await open()
    const made = await Promise.all([true, false].map((isPublic) => streaming.create({ isPublic })))
    assert.equal(new Set(made.flatMap((one) => Object.values(one))).size, 6)
    for (const { playbackId, streamKey } of made) {
      const [open, signed] = [true, false].map((isPublic) => streaming.playbackUrl({ playbackId, isPublic }))
      for (const address of [open!, signed!]) {
        assert.match(new URL(address).pathname, /\.m3u8$/)
        assert.ok(address.includes(playbackId) && !address.includes(streamKey), address)
      }
      assert.ok(signed!.length > open!.length + 20, signed)
      const recordings = [true, false].map((isPublic) => streaming.recordingUrl({ recordingId: 'r1', isPublic }))
      assert.ok(recordings.every((address) => URL.canParse(address) && address.includes('r1')))
    }
    assert.match(streaming.ingestUrl, /^rtmps?:\/\//)
    // Setting the same value again changes nothing.
    const { providerId } = made[0]!
    const hidden = await streaming.setPublic(providerId, false)
    assert.equal(await streaming.setPublic(providerId, false), hidden)
    await streaming.remove(providerId)
    await assert.rejects(streaming.setPublic(providerId, true), { code: 'provider_failed' })
  })
})
