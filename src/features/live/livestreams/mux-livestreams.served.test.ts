import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import {
  createLivestream,
  deleteLivestream,
  disableLivestream,
  getLivestream,
  Livestream,
  OwnLivestream,
  receiveMuxWebhook,
  renewStreamKey,
} from '#features/live/livestreams/livestreams.contract.ts'
import { livestreamWorkers } from '#features/live/livestreams/broadcast-events.ts'
import { listLivestreamRecordings, RecordingList } from '#features/live/livestreams/recordings.contract.ts'
import { testApplication } from '#tests/support/application.ts'
import { muxKey } from '#tests/support/mux-key.ts'
import { startMuxServer } from '#tests/support/mux-server.ts'
import { tasksOf } from '#tests/support/jobs.ts'

/** A site whose settings select Mux, and Alice's livestream there. */
async function siteWithMux(settings: Record<string, string> = {}, fields: object = {}) {
  const mux = await startMuxServer()
  const site = await testApplication({
    MUX_TOKEN_ID: mux.tokenId,
    MUX_TOKEN_SECRET: mux.tokenSecret,
    MUX_WEBHOOK_SECRET: mux.webhookSecret,
    MUX_SIGNING_KEY_ID: muxKey.id,
    MUX_SIGNING_PRIVATE_KEY: muxKey.base64,
    MUX_API_URL: mux.apiUrl,
    ...settings,
  })
  const token = await site.register('alice')
  const made = await site.call('POST', createLivestream.path, { token, body: { title: 'Pairing', ...fields } })
  const own = OwnLivestream.parse(await made.json())
  const stream = [...mux.data.liveStreams.values()].at(-1)!
  const see = async () =>
    Livestream.parse(await (await site.call('GET', getLivestream.href({ id: own.id }), { token })).json())
  const state = async () => {
    const { status, isInterrupted } = await see()
    return isInterrupted ? `${status}, interrupted` : status
  }
  async function post(delivery: RequestInit): Promise<string | number> {
    const response = await site.app.request(receiveMuxWebhook.path, delivery)
    const { result } = (await response.json()) as { result?: string }
    return result ?? response.status
  }
  return { mux, site, token, own, stream, see, state, post }
}

const later = (seconds: number) => new Date(Date.now() + seconds * 1000)

test('creates, plays, disables, and deletes a livestream with Mux', async () => {
  const { mux, site, token, own, stream, see, state, post } = await siteWithMux()
  assert.deepEqual(
    [own.streamKey, own.ingestUrl, own.muxPlaybackId, own.playbackUrl],
    [stream.stream_key, 'rtmps://global-live.mux.com:443/app', stream.playback_ids![0]!.id, null],
  )
  const asset = mux.begin(own.streamKey)!
  assert.equal(await post(mux.deliver('video.live_stream.connected', stream)), 'taken')
  assert.equal(await post(mux.deliver('video.live_stream.recording', stream)), 'ignored')
  assert.equal(await post(mux.deliver('video.live_stream.active', stream)), 'taken')
  assert.equal(await post(mux.deliver('video.asset.ready', asset)), 'ignored')
  assert.deepEqual(
    [await state(), (await see()).playbackUrl],
    ['active', `https://stream.mux.com/${own.muxPlaybackId}.m3u8`],
  )
  await post(mux.deliver('video.live_stream.disconnected', stream))
  assert.equal(await state(), 'active, interrupted')
  await post(mux.deliver('video.live_stream.connected', stream))
  assert.equal(await state(), 'active')

  assert.equal((await site.call('POST', disableLivestream.href({ id: own.id }), { token })).status, 200)
  assert.deepEqual([await state(), mux.encoders.size, (await see()).playbackUrl], ['offline', 0, null])
  await post(mux.deliver('video.live_stream.idle', stream))
  assert.equal(await state(), 'offline')
  const recorded = mux.deliver('video.asset.live_stream_completed', asset)
  assert.deepEqual([await post(recorded), await post(recorded)], ['taken', 'known'])
  assert.equal(await post(mux.deliver('video.asset.ready', asset)), 'taken')
  const [recording, ...others] = RecordingList.parse(
    await (await site.call('GET', listLivestreamRecordings.href({ id: own.id }))).json(),
  )
  assert.deepEqual([recording?.seconds, others], [63.4, []])
  assert.equal(recording?.startedAt, asset.recording_times![0]!.started_at)
  assert.ok(recording?.playbackUrl?.startsWith(`https://stream.mux.com/${asset.playback_ids![0]!.id}.m3u8?token=ey`))

  mux.fail('down', /DELETE/)
  assert.equal((await site.call('DELETE', deleteLivestream.href({ id: own.id }), { token })).status, 502)
  assert.equal(await state(), 'offline')
  mux.recover()
  assert.equal((await site.call('DELETE', deleteLivestream.href({ id: own.id }), { token })).status, 204)
  assert.deepEqual([mux.data.liveStreams.size, mux.data.assets.size], [0, 0])
  assert.equal((await site.call('GET', getLivestream.href({ id: own.id }))).status, 404)
  assert.deepEqual(await post(mux.deliver('video.live_stream.deleted', stream)), 'taken')
  assert.deepEqual(site.logged, [])
})

test('ignores forged, old, future, and invalid webhook deliveries', async () => {
  const { mux, site, stream, state, post } = await siteWithMux()
  const type = 'video.live_stream.active'
  const good = mux.deliver(type, stream)
  const wearing = (signature: string) => ({
    ...good,
    headers: { 'content-type': 'application/json', 'mux-signature': signature },
  })
  const { 'mux-signature': signature } = good.headers
  const forged = [
    mux.deliver(type, stream, new Date(), { secret: 'another' }),
    mux.deliver(type, stream, new Date(), { signedAt: later(-320) }),
    mux.deliver(type, stream, new Date(), { signedAt: later(320) }),
    { ...good, body: good.body.replace(stream.id, 'another') },
    ...['', 't=1', `t=,${signature.split(',')[1]}`, signature.replace('v1', 'v0'), `t=1,${signature}`].map(wearing),
  ]
  for (const delivery of forged) assert.equal(await post(delivery), 401, delivery.headers['mux-signature'])
  assert.equal(await post({ ...good, headers: { 'mux-signature': signature } }), 415)
  assert.equal(await post(mux.signed(`"${'x'.repeat(300_000)}"`)), 413)
  for (const body of ['{', '[]', 'null', '{"type":"video.live_stream.active"}'])
    assert.equal(await post(mux.signed(body)), 400)
  assert.deepEqual(await many(site.db)`select from mux_deliveries`, [])
  assert.equal(await state(), 'idle')
  mux.begin(stream.stream_key)
  assert.equal(await post(good), 'taken')
  assert.deepEqual(site.logged, [])
})

test('ignores late, repeated, and unknown deliveries, and accepts retries of failed deliveries', async () => {
  const { mux, site, stream, own, state, post } = await siteWithMux()
  mux.begin(own.streamKey)
  const begun = new Date()
  const active = mux.deliver('video.live_stream.active', stream, begun)
  let isUnavailable = true
  site.ctx.streaming.listen(() =>
    isUnavailable ? Promise.reject(new Error('The database is unavailable.')) : Promise.resolve(),
  )
  assert.equal(await post(active), 500)
  isUnavailable = false
  assert.equal(await post(active), 'taken')
  assert.equal(await state(), 'active')
  mux.end(stream)
  assert.equal(await post(mux.deliver('video.live_stream.idle', stream)), 'taken')
  assert.equal(await post(active), 'known')
  assert.equal(await post(mux.deliver('video.live_stream.active', stream, begun)), 'taken')
  assert.equal(await post(mux.deliver('video.live_stream.connected', stream, begun)), 'taken')
  assert.equal(await post(mux.deliver('video.live_stream.active', { ...stream, id: 'nobody’s' })), 'taken')
  assert.equal(await state(), 'idle')
})

test('polls for missed changes, signs private playback, and disconnects the encoder if the key changes', async () => {
  const { mux, site, token, own, stream, see, state, post } = await siteWithMux({}, { isPublic: false })
  const look = () => tasksOf(livestreamWorkers, site.ctx)['livestreams.reconcile']!({})
  mux.begin(own.streamKey)
  await look()
  const { status, playbackUrl } = await see()
  assert.equal(status, 'active')
  assert.match(playbackUrl ?? '', /^https:\/\/stream\.mux\.com\/[0-9a-f]{44}\.m3u8\?token=ey/)
  const renewed = await site.call('POST', renewStreamKey.href({ id: own.id }), { token })
  const { streamKey } = OwnLivestream.parse(await renewed.json())
  assert.deepEqual([streamKey, mux.encoders.size], [stream.stream_key, 0])
  await post(mux.deliver('video.live_stream.disabled', stream))
  await post(mux.deliver('video.live_stream.enabled', stream))
  assert.equal(await state(), 'idle')
  mux.data.liveStreams.clear()
  await look()
  assert.equal(await state(), 'offline')
})

test('rejects private livestreams without a signing key, and webhooks without a secret', async () => {
  const settings = { MUX_SIGNING_KEY_ID: '', MUX_SIGNING_PRIVATE_KEY: '', MUX_WEBHOOK_SECRET: '' }
  const { mux, site, token, stream, post } = await siteWithMux(settings)
  const refused = await site.call('POST', createLivestream.path, { token, body: { title: 'Ours', isPublic: false } })
  const { message } = (await refused.json()) as { message: string }
  assert.deepEqual([refused.status, mux.data.liveStreams.size], [400, 1])
  assert.match(message, /Mux signing key/)
  assert.equal(await post(mux.deliver('video.live_stream.active', stream)), 503)
})
