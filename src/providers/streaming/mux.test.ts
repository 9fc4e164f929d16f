import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import Mux from '@mux/mux-node'
import { test, vi } from 'vitest'
import { systemClock } from '#kernel/clock.ts'
import { testDb } from '#tests/support/database.ts'
import { muxKey } from '#tests/support/mux-key.ts'
import { startMuxServer } from '#tests/support/mux-server.ts'
import { muxStreaming, type MuxOptions } from './mux.ts'
import type { BroadcastEvent } from './streaming.ts'

async function opened(options: Partial<MuxOptions> = {}) {
  const mux = await startMuxServer()
  const streaming = await muxStreaming({
    ...mux,
    db: await testDb(),
    clock: systemClock,
    signingKey: muxKey,
    ...options,
  })
  /** Returns the requests that Mux receives during `work`. */
  const asks = async (work: () => Promise<unknown>) => {
    mux.received.length = 0
    await work()
    return mux.received.map(({ line }) => line.replaceAll(/[0-9a-f]{44}/g, ':id'))
  }
  return { mux, streaming, asks }
}

/** Returns the error with which the promise was rejected. */
const rejectionOf = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail('It was not rejected.'),
    (reason: { code: string; message: string }) => `${reason.code}: ${reason.message}`,
  )

test('creates livestreams with low latency, a reconnect window, and the correct recording playback policy', async () => {
  const { mux, streaming } = await opened()
  for (const isPublic of [true, false]) {
    const { providerId, playbackId, streamKey } = await streaming.create({ isPublic })
    assert.deepEqual(JSON.parse(mux.received.at(-1)!.body), {
      latency_mode: 'low',
      reconnect_window: 30,
      playback_policies: [isPublic ? 'public' : 'signed'],
      new_asset_settings: { playback_policies: ['signed'] },
    })
    const made = mux.data.liveStreams.get(providerId)!
    assert.deepEqual([made.playback_ids?.[0]?.id, made.stream_key], [playbackId, streamKey])
  }
})

test('signs URLs the way Mux’s SDK does, and returns the same URL for an hour', async () => {
  const clock = { now: () => Date.parse('2026-11-22T10:20:00Z') }
  const { streaming } = await opened({ clock })
  const address = streaming.playbackUrl({ playbackId: 'p1', isPublic: false })
  const [head = '', claims = '', signature = ''] = new URL(address).searchParams.get('token')!.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const signer = new Mux({ tokenId: 'a', tokenSecret: 'b', jwtSigningKey: muxKey.id, jwtPrivateKey: muxKey.base64 })
  const [theirHead = '', theirClaims = ''] = (await signer.jwt.signPlaybackId('p1')).split('.')
  assert.deepEqual(read(head), read(theirHead))
  assert.deepEqual({ ...read(claims), exp: 0 }, { ...read(theirClaims), exp: 0 })
  assert.equal(read(claims)['exp'], Date.parse('2026-11-22T17:00:00Z') / 1000)
  const key = createPublicKey(muxKey.privateKey)
  assert.ok(verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url')))
  clock.now = () => Date.parse('2026-11-22T10:59:59Z')
  assert.equal(streaming.playbackUrl({ playbackId: 'p1', isPublic: false }), address)
  // Recordings are always signed, because their visibility may change.
  assert.equal(streaming.recordingUrl({ recordingId: 'p1', isPublic: true }), address)
  clock.now = () => Date.parse('2026-11-22T11:00:01Z')
  assert.notEqual(streaming.playbackUrl({ playbackId: 'p1', isPublic: false }), address)
  assert.equal(streaming.playbackUrl({ playbackId: 'p1', isPublic: true }), 'https://stream.mux.com/p1.m3u8')
})

test('without a signing key, rejects private livestreams and makes recordings public', async () => {
  const { mux, streaming } = await opened({ signingKey: null })
  assert.match(await rejectionOf(streaming.create({ isPublic: false })), /^invalid_input: .* Mux signing key/)
  assert.equal(mux.received.length, 0)
  const { providerId } = await streaming.create({ isPublic: true })
  assert.match(mux.received[0]!.body, /"new_asset_settings":\{"playback_policies":\["public"\]\}/)
  assert.match(await rejectionOf(streaming.setPublic(providerId, false)), /^invalid_input/)
  assert.equal(streaming.recordingUrl({ recordingId: 'p1', isPublic: true }), 'https://stream.mux.com/p1.m3u8')
})

test('replaces the playback ID when the visibility changes', async () => {
  const { mux, streaming } = await opened()
  const { providerId, playbackId } = await streaming.create({ isPublic: true })
  mux.fail('down', /DELETE/)
  assert.match(await rejectionOf(streaming.setPublic(providerId, false)), /temporarily unavailable/)
  mux.recover()
  const hidden = await streaming.setPublic(providerId, false)
  assert.equal(await streaming.setPublic(providerId, false), hidden)
  assert.notEqual(hidden, playbackId)
  const ids = () => mux.data.liveStreams.get(providerId)!.playback_ids
  assert.deepEqual(ids(), [{ id: hidden, policy: 'signed' }])
  const shown = await streaming.setPublic(providerId, true)
  assert.deepEqual(ids(), [{ id: shown, policy: 'public' }])
})

test('deletes recordings with their livestream or individually', async () => {
  const { mux, streaming, asks } = await opened()
  const { providerId, streamKey } = await streaming.create({ isPublic: true })
  const other = await streaming.create({ isPublic: true })
  const [kept] = [other, ...[1, 2, 3, 4].map(() => ({ streamKey }))].map((one) => mux.begin(one.streamKey)!)
  const alone = [...mux.data.assets.values()].find((asset) => asset.live_stream_id === providerId)
  await streaming.removeRecording(alone!.playback_ids![0]!.id)
  await streaming.removeRecording(alone!.playback_ids![0]!.id)
  assert.equal(mux.data.assets.size, 4)
  // The call can be repeated after a failure.
  mux.fail('too_many', /DELETE .*assets/, 1)
  assert.match(await rejectionOf(streaming.remove(providerId)), /provider_failed: Mux’s rate limit/)
  assert.ok(mux.data.liveStreams.has(providerId))
  const lines = await asks(() => streaming.remove(providerId))
  assert.deepEqual(
    lines.filter((line) => !line.startsWith('GET')),
    [
      'PUT /video/v1/live-streams/:id/disable',
      ...Array<string>(3).fill('DELETE /video/v1/assets/:id'),
      'DELETE /video/v1/live-streams/:id',
    ],
  )
  assert.deepEqual([...mux.data.assets.values()], [kept])
})

test('explains Mux errors without revealing secrets, and retries temporary errors once', async () => {
  const { mux, streaming } = await opened()
  const { providerId } = await streaming.create({ isPublic: true })
  const sentences = {
    unauthorized: /^provider_failed: Mux rejects this site’s access token/,
    too_many: /^provider_failed: Mux’s rate limit has been reached/,
    invalid: /^provider_failed: Mux rejected the request: Live streams are not part of this plan. token=…$/,
    down: /^provider_failed: Mux is temporarily unavailable/,
    cut: /^provider_failed: Mux (is not responding|sent an invalid)/,
    nonsense: /^provider_failed: Mux sent an invalid response/,
    broken: /^provider_failed: Mux sent an invalid response/,
  }
  for (const [how, sentence] of Object.entries(sentences)) {
    mux.fail(how as keyof typeof sentences)
    assert.match(await rejectionOf(streaming.create({ isPublic: true })), sentence, how)
    assert.match(await rejectionOf(streaming.stateOf(providerId)), sentence, how)
  }
  const impatient = await opened({ timeoutMs: 1000 })
  impatient.mux.fail('slow')
  assert.match(await rejectionOf(impatient.streaming.stateOf(providerId)), /^provider_failed: Mux is not responding/)
  assert.equal(impatient.mux.received.length, 1)

  mux.fail('not_found')
  assert.match(
    await rejectionOf(streaming.create({ isPublic: true })),
    /^provider_failed: .*does not point to the Mux API/,
  )
  assert.equal(await streaming.stateOf(providerId), null)

  const asked = async (how: 'down' | 'too_many', work: () => Promise<unknown>) => {
    mux.received.length = 0
    mux.fail(how, /./, 1)
    await work().catch(() => {})
    return mux.received.length
  }
  assert.equal(await asked('down', () => streaming.stateOf(providerId)), 2)
  assert.equal(await asked('too_many', () => streaming.stateOf(providerId)), 1)
  assert.equal(await asked('down', () => streaming.create({ isPublic: true })), 1)
})

test('emits webhook events with their own timestamp, but never a future one', async () => {
  const { mux, streaming } = await opened()
  const { providerId, streamKey } = await streaming.create({ isPublic: true })
  const stream = mux.data.liveStreams.get(providerId)!
  const events: BroadcastEvent[] = []
  streaming.listen(async (event) => void events.push(event))
  const deliver = (...delivery: Parameters<typeof mux.deliver>) =>
    streaming.receive(new Request('http://devstead.test', mux.deliver(...delivery)))
  const at = new Date(Date.now() - 60_000)
  await deliver('video.live_stream.idle', stream, at)
  await deliver('video.live_stream.active', stream, new Date(Date.now() + 60_000))
  const asset = mux.begin(streamKey)!
  assert.equal(await deliver('video.asset.ready', asset, at), 'ignored')
  mux.end(stream)
  await deliver('video.asset.ready', asset, at)
  const [idle, active, recorded] = events
  assert.deepEqual(idle, { providerId, at, type: 'state', state: 'idle' })
  assert.ok(active!.at.getTime() <= Date.now())
  const startedAt = new Date(asset.recording_times![0]!.started_at!)
  const recording = { recordingId: asset.playback_ids![0]!.id, startedAt, seconds: 63.4 }
  assert.deepEqual(recorded, { providerId, at, type: 'recorded', recording })
})

test('ignores environment variables intended for Mux’s SDK', async () => {
  vi.stubEnv('MUX_AUTHORIZATION_TOKEN', 'another')
  vi.stubEnv('MUX_BASE_URL', 'http://127.0.0.1:1')
  const { streaming } = await opened()
  assert.ok(await streaming.create({ isPublic: true }))
  vi.unstubAllEnvs()
})
