import * as z from 'zod/mini'
import type { BroadcastEvent, BroadcastState, Recording } from './streaming.ts'

/** The delivery fields that are used here. The delivery's own time is a string; times in its data are in seconds.
 *  Source: Mux, Webhook reference */
const Delivery = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.string(),
  created_at: z.union([z.iso.datetime({ offset: true }), z.number()]),
  data: z.looseObject({ id: z.string() }),
})
export type MuxDelivery = z.infer<typeof Delivery>

const Asset = z.object({
  live_stream_id: z.string(),
  is_live: z.optional(z.boolean()),
  progress: z.optional(z.object({ state: z.string() })),
  created_at: z.number(),
  duration: z.number(),
  playback_ids: z.array(z.object({ id: z.string() })).check(z.minLength(1)),
  recording_times: z.optional(
    z.array(z.object({ started_at: z.optional(z.object({ seconds: z.number(), nanos: z.optional(z.number()) })) })),
  ),
})

/** @throws ZodError if it is not a delivery */
export const readDelivery = (body: unknown): MuxDelivery => Delivery.parse(body)

/** Converts a delivery to an event that is dated no later than the current time. @returns null if the site does not use
 *  the event */
export function toEvent({ type, created_at: createdAt, data }: MuxDelivery, nowMs: number): BroadcastEvent | null {
  const atMs = typeof createdAt === 'number' ? createdAt * 1000 : Date.parse(createdAt)
  const at = new Date(Math.min(atMs, nowMs))
  const base = { providerId: data.id, at }
  const state = states.get(type)
  if (state) return { ...base, type: 'state', ...state }
  if (type === 'video.live_stream.disconnected') return { ...base, type: 'interrupted' }
  if (type === 'video.live_stream.connected') return { ...base, type: 'resumed' }
  return recordingEvents.has(type) ? toRecordedEvent(data, at) : null
}

const states = new Map<string, { state: BroadcastState; isCertain?: boolean }>([
  ['video.live_stream.active', { state: 'active' }],
  ['video.live_stream.idle', { state: 'idle' }],
  ['video.live_stream.enabled', { state: 'idle', isCertain: true }],
  ['video.live_stream.disabled', { state: 'disabled' }],
  ['video.live_stream.deleted', { state: 'disabled' }],
])

/** An asset becomes ready when it can first be played, and again after the broadcast has ended. */
const recordingEvents = new Set(['video.asset.ready', 'video.asset.live_stream_completed'])

function toRecordedEvent(data: unknown, at: Date): BroadcastEvent | null {
  const asset = Asset.safeParse(data).data
  if (!asset || asset.is_live || asset.progress?.state === 'live') return null
  const recording: Recording = {
    recordingId: asset.playback_ids[0]!.id,
    startedAt: startOf(asset),
    seconds: asset.duration,
  }
  return { providerId: asset.live_stream_id, at, type: 'recorded', recording }
}

function startOf({ recording_times: times = [], created_at: createdAt }: z.infer<typeof Asset>): Date {
  const { seconds, nanos = 0 } = times.find((time) => time.started_at)?.started_at ?? { seconds: createdAt }
  return new Date(seconds * 1000 + Math.floor(nanos / 1e6))
}
