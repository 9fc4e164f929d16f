import { randomBytes, randomUUID } from 'node:crypto'
import type { Asset } from '@mux/mux-node/resources/video/assets'
import type { LiveStream } from '@mux/mux-node/resources/video/live-streams'
import type { PlaybackIdsRetrieveResponse } from '@mux/mux-node/resources/video/playback-ids'
import type { BaseWebhookEvent, WebhookAsset, WebhookLiveStream } from '@mux/mux-node/resources/webhooks/webhooks'

/** The fake Mux's data, with the types of Mux's own client. */
export interface MuxData {
  liveStreams: Map<string, LiveStream>
  assets: Map<string, LiveAsset>
}
/** The asset that records a broadcast. */
export type LiveAsset = Omit<Asset, 'static_renditions'>
export type { LiveStream }
type Policy = 'public' | 'signed'

const newId = () => randomBytes(32).toString('hex').slice(0, 44)
const nowSeconds = () => Math.floor(Date.now() / 1000)

export interface Asked {
  latency_mode?: LiveStream['latency_mode']
  reconnect_window?: number
  playback_policies?: Policy[]
  new_asset_settings?: { playback_policies?: Policy[] }
  /** The policy for an additional playback id. */
  policy?: Policy
}

export const newPlaybackId = (policy: Policy) => ({ policy, id: newId() })

export const newLiveStream = (asked: Asked): LiveStream => ({
  stream_key: randomUUID(),
  status: 'idle',
  reconnect_window: asked.reconnect_window ?? (asked.latency_mode === 'low' ? 0 : 60),
  playback_ids: (asked.playback_policies ?? []).map(newPlaybackId),
  new_asset_settings: { playback_policies: asked.new_asset_settings?.playback_policies ?? [] },
  max_continuous_duration: 43_200,
  latency_mode: asked.latency_mode ?? 'standard',
  id: newId(),
  created_at: String(nowSeconds()),
})

/** Returns the asset that records a new broadcast. */
export const newAsset = ({ id, new_asset_settings: settings }: LiveStream): LiveAsset => ({
  status: 'ready',
  playback_ids: (settings?.playback_policies ?? []).map((policy) => ({ policy, id: newId() })),
  progress: { state: 'live', progress: -1 },
  recording_times: [{ started_at: `${new Date().toISOString().slice(0, 19)}.250Z`, duration: 1.5, type: 'content' }],
  max_resolution_tier: '1080p',
  master_access: 'none',
  live_stream_id: id,
  is_live: true,
  ingest_type: 'live_rtmp',
  id: newId(),
  encoding_tier: 'smart',
  duration: 1.5,
  created_at: String(nowSeconds()),
})

export const playedBy = (asset: LiveAsset, playbackId: string): PlaybackIdsRetrieveResponse => ({
  policy: asset.playback_ids![0]!.policy,
  object: { type: 'asset', id: asset.id },
  id: playbackId,
})

/** Returns the object as it appears in webhooks, with times as numbers. */
const delivered = (about: LiveStream | LiveAsset): WebhookLiveStream | WebhookAsset => {
  const created_at = Number(about.created_at)
  if (!isAsset(about)) return { ...about, created_at }
  return { ...about, created_at, recording_times: (about.recording_times ?? []).map(inSeconds) }
}
const isAsset = (about: LiveStream | LiveAsset): about is LiveAsset => 'live_stream_id' in about

const inSeconds = ({ started_at, ...time }: NonNullable<Asset['recording_times']>[number]) => {
  const ms = Date.parse(started_at ?? '')
  return { ...time, started_at: { seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1_000_000 } }
}

export const newDelivery = (
  type: string,
  about: LiveStream | LiveAsset,
  at: Date,
): BaseWebhookEvent & Record<string, unknown> => ({
  type,
  request_id: null,
  object: { type: isAsset(about) ? 'asset' : 'live', id: about.id },
  id: randomUUID(),
  environment: { name: 'Production', id: 'j0863n' },
  data: { ...delivered(about) },
  created_at: at.toISOString().replace('Z', '000Z'),
  attempts: [],
  accessor_source: null,
  accessor: null,
})

const refusal = (status: number, type: string, message: string) => ({
  status,
  body: { error: { type, messages: [message] } },
})

/** Mux's error responses, with its own messages. */
export const refusals = {
  unauthorized: refusal(401, 'unauthorized', 'Unauthorized request'),
  not_found: refusal(404, 'not_found', "The requested resource either doesn't exist or you don't have access to it."),
  invalid: refusal(400, 'invalid_parameters', 'Live streams are not part of this plan. token=abcdef12345'),
  too_many: refusal(429, 'too_many_requests', 'Too many requests'),
  down: refusal(500, 'internal_error', 'Something went wrong'),
  nonsense: { status: 200, body: { data: ['what', null] } },
  broken: { status: 200, body: '{"data":{"id":"' },
}
