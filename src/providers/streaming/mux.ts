import type { LiveStreamCreateParams } from '@mux/mux-node/resources/video/live-streams'
import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { job, perform } from '#kernel/job.ts'
import { openMuxClient, type MuxClientOptions } from './mux-client.ts'
import { isKnownDelivery, saveDelivery, sweepDeliveries } from './mux-deliveries.store.ts'
import { verifyDelivery } from './mux-deliveries.ts'
import { toEvent } from './mux-events.ts'
import { muxPlaylist, type MuxSigningKey, playlistSigner } from './mux-playback.ts'
import type { BroadcastEvent, StreamingProvider } from './streaming.ts'

export interface MuxOptions extends MuxClientOptions {
  db: Db
  clock: Clock
  /** Null if livestreams cannot be private. */
  signingKey: MuxSigningKey | null
}
type MuxStreaming = StreamingProvider & Required<Pick<StreamingProvider, 'receive'>>

/** The fields in Mux's responses that are used here. */
const PlaybackId = z.object({ id: z.string(), policy: z.string() })
const LiveStream = z.object({
  id: z.string(),
  stream_key: z.string(),
  status: z.enum(['active', 'idle', 'disabled']),
  playback_ids: z._default(z.array(PlaybackId), []),
})
const NewLiveStream = z.extend(LiveStream, { playback_ids: z.array(PlaybackId).check(z.minLength(1)) })
const Asset = z.object({ id: z.string() })
const PlaybackObject = z.object({ object: z.object({ type: z.string(), id: z.string() }) })

/** The same as in the embedded provider. Mux's default for low latency is zero. */
const reconnectSeconds = 30
const noPrivateStreams = () =>
  t(
    'This site cannot create private livestreams yet. Make this one public, or ask the operator to set a Mux signing key.',
  )

/** The streaming provider for Mux. */
export async function muxStreaming({ db, clock, signingKey, ...access }: MuxOptions): Promise<MuxStreaming> {
  const mux = await openMuxClient(access)
  const listeners: ((event: BroadcastEvent) => Promise<void>)[] = []
  const playlistUrl = signingKey ? playlistSigner(signingKey, clock) : muxPlaylist
  function policyOf(isPublic: boolean) {
    if (!isPublic && !signingKey) throw new AppError('invalid_input', noPrivateStreams())
    return isPublic ? 'public' : 'signed'
  }

  const find = (id: string) =>
    mux.request(async (video, options) => LiveStream.parse(await video.liveStreams.retrieve(id, options)))
  const enable = async (id: string) =>
    ensureFound(await mux.request((video, options) => video.liveStreams.enable(id, options)))
  const disable = (id: string) => mux.request((video, options) => video.liveStreams.disable(id, options))
  const removeAsset = (id: string) => mux.request((video, options) => video.assets.delete(id, options))

  const listAssets = (liveStreamId: string) =>
    mux.request(async (video, options) => {
      const ids: string[] = []
      const query = { live_stream_id: liveStreamId, limit: 100 }
      for await (const asset of video.assets.list(query, options)) ids.push(Asset.parse(asset).id)
      return ids
    })

  return {
    kind: 'mux',
    ingestUrl: 'rtmps://global-live.mux.com:443/app',
    playerOrigins: ['https://*.mux.com'],
    async create({ isPublic }) {
      const settings: LiveStreamCreateParams = {
        latency_mode: 'low',
        reconnect_window: reconnectSeconds,
        playback_policies: [policyOf(isPublic)],
        // This cannot be changed later, but the visibility can: recordings are signed if the site has a signing key.
        new_asset_settings: { playback_policies: [signingKey ? 'signed' : 'public'] },
      }
      const stream = ensureFound(
        await mux.requestOnce(async (video, options) =>
          NewLiveStream.parse(await video.liveStreams.create(settings, options)),
        ),
        t('This site’s MUX_API_URL does not point to the Mux API.'),
      )
      return { providerId: stream.id, playbackId: stream.playback_ids[0]!.id, streamKey: stream.stream_key }
    },
    enable,
    async disable(id) {
      ensureFound(await disable(id))
    },
    // The stream is disabled first, to prevent new recordings. Deleting it last allows a retry if a step fails.
    async remove(id) {
      await disable(id)
      for (const assetId of (await listAssets(id)) ?? []) await removeAsset(assetId)
      await mux.request((video, options) => video.liveStreams.delete(id, options))
    },
    async renewKey(id) {
      const { stream_key: streamKey, status } = ensureFound(
        await mux.request(async (video, options) =>
          LiveStream.parse(await video.liveStreams.resetStreamKey(id, options)),
        ),
      )
      // Mux checks the key only when an encoder connects.
      if (status === 'active') {
        ensureFound(await disable(id))
        await enable(id)
      }
      return streamKey
    },
    async setPublic(id, isPublic) {
      const policy = policyOf(isPublic)
      const { playback_ids: playbacks } = ensureFound(await find(id))
      const playback =
        playbacks.find((one) => one.policy === policy) ??
        ensureFound(
          await mux.requestOnce(async (video, options) =>
            PlaybackId.parse(await video.liveStreams.createPlaybackId(id, { policy }, options)),
          ),
        )
      for (const { id: former } of playbacks.filter((one) => one.policy !== policy))
        await mux.request((video, options) => video.liveStreams.deletePlaybackId(id, former, options))
      return playback.id
    },
    stateOf: async (id) => (await find(id))?.status ?? null,
    // Mux reports this only in its own dashboard.
    reportOf: async () => null,
    playbackUrl: ({ playbackId, isPublic }) => (isPublic ? muxPlaylist : playlistUrl)(playbackId),
    recordingUrl: ({ recordingId }) => playlistUrl(recordingId),
    async removeRecording(recordingId) {
      const playbackObject = await mux.request(async (video, options) =>
        PlaybackObject.parse(await video.playbackIds.retrieve(recordingId, options)),
      )
      if (playbackObject?.object.type === 'asset') await removeAsset(playbackObject.object.id)
    },
    listen: (listener) => void listeners.push(listener),
    async receive(request) {
      if (access.webhookSecret === null)
        throw new AppError(
          'not_ready',
          t('This site does not accept webhooks from Mux: MUX_WEBHOOK_SECRET is not set.'),
        )
      const delivery = await verifyDelivery(request, mux, clock)
      const event = toEvent(delivery, clock.now())
      if (!event) return 'ignored'
      if (await isKnownDelivery(db, delivery.id)) return 'known'
      for (const listener of listeners) await listener(event)
      // Saved last, so that Mux retries the delivery if a listener fails.
      await saveDelivery(db, delivery.id, clock.now())
      return 'taken'
    },
    workers: [perform(deleteOldDeliveries, () => sweepDeliveries(db, clock.now()))],
    close: async () => {},
  }
}

const deleteOldDeliveries = job('mux.forget-deliveries', {
  summary: () => t('Delete old Mux webhook deliveries'),
  schedule: '27 4 * * *',
})

function ensureFound<T>(answer: T | null, otherwise?: string): T {
  if (answer === null) throw new AppError('provider_failed', otherwise ?? t('This livestream does not exist on Mux.'))
  return answer
}
