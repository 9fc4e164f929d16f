import * as z from 'zod/mini'
import { visibleLine } from '#features/names/names.contract.ts'
import { mePath } from '#features/profiles/profiles.contract.ts'
import { AnnouncedLivestream, livestreamsPath } from './announced-livestreams.contract.ts'

export { isUpcoming, livestreamHref, livestreamsPath } from './announced-livestreams.contract.ts'

export const livestreamPath = (id: number | ':id') => `${livestreamsPath}/${id}` as const
export const enablePath = (id: number | ':id') => `${livestreamPath(id)}/enable` as const
export const disablePath = (id: number | ':id') => `${livestreamPath(id)}/disable` as const
export const renewKeyPath = (id: number | ':id') => `${livestreamPath(id)}/renew-key` as const
/** Server-sent events: what changes about a stream, and its chat. */
export const livestreamEventsPath = (id: number | ':id') => `${livestreamPath(id)}/events` as const
/** Signed deliveries of Mux. */
export const muxWebhookPath = '/api/webhooks/mux'
export const myLivestreamsPath = `${mePath}/livestreams` as const

/** Source: spec §4. Other values are shown as they are. */
export const livestreamStatuses = ['active', 'idle', 'offline'] as const

/** A stream as its viewers see it. `playbackUrl`: the HLS playlist, when there is something to play. `isInterrupted`: the
 *  encoder is gone in the middle of it, and is waited for. `viewers`: distinct names in the chat within ten minutes, or players of the broadcast, whichever are more.
 *  Source: spec §3. */
export const Livestream = z.extend(AnnouncedLivestream, {
  description: z.string(),
  isPublic: z.boolean(),
  isInterrupted: z.boolean(),
  createdAt: z.iso.datetime(),
  startedAt: z.nullable(z.iso.datetime()),
  viewers: z.int().check(z.gte(0)),
  maxViewers: z.int().check(z.gte(0)),
  muxPlaybackId: z.nullable(z.string()),
  playbackUrl: z.nullable(z.string()),
})
export type Livestream = z.infer<typeof Livestream>
export const LivestreamList = z.array(Livestream)

/** What the encoder sends, as it was measured, and what its owner should know of it. */
export const BroadcastReport = z.object({
  video: z.nullable(z.string()),
  audio: z.nullable(z.string()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  framesPerSecond: z.nullable(z.number()),
  kilobitsPerSecond: z.nullable(z.int()),
  keyframeSeconds: z.nullable(z.number()),
  /** Sentences: what to change in the encoder, why it was refused last. */
  hints: z.array(z.string()),
})
export type BroadcastReport = z.infer<typeof BroadcastReport>

/** A stream as its owner alone sees it. */
export const OwnLivestream = z.extend(Livestream, {
  streamKey: z.string(),
  ingestUrl: z.string(),
  /** Whether it can be broadcast from a browser as well. */
  takesBrowsers: z.boolean(),
  report: z.nullable(BroadcastReport),
})
export type OwnLivestream = z.infer<typeof OwnLivestream>
export const OwnLivestreamList = z.array(OwnLivestream)

const fields = {
  title: z
    .string('Title is required')
    .check(
      z.overwrite(visibleLine),
      z.minLength(1, 'Title is required'),
      z.maxLength(100, 'Title must be less than 100 characters'),
    ),
  description: z.string().check(z.trim(), z.maxLength(500, 'Description must be less than 500 characters')),
  isPublic: z.boolean(),
  scheduledAt: z.nullable(z.iso.datetime('Give a date and a time.')),
}

/** Source: spec §5. `scheduledAt`: when it is to begin, for those who want to be there. */
export const LivestreamInput = z.object({
  title: fields.title,
  description: z._default(fields.description, ''),
  isPublic: z._default(fields.isPublic, true),
  scheduledAt: z._default(fields.scheduledAt, null),
})
export type LivestreamInput = z.infer<typeof LivestreamInput>

/** What is left out stays as it is. */
export const LivestreamChange = z.partial(z.object(fields))
export type LivestreamChange = z.infer<typeof LivestreamChange>

/** Streams of one member. */
export const maxLivestreams = 20
export const tooManyLivestreams = `You can have ${maxLivestreams} livestreams. Delete one that you no longer need.`
export const notYoursToChange = 'You can only change livestreams of your own.'
export const notYoursToDisable = 'You can only disable livestreams of your own.'
export const notYoursToDelete = 'You can only delete livestreams of your own.'
export const madeElsewhere =
  'This livestream was made with another streaming service than the site now uses. Delete it and create a new one.'
export const isInThePast = 'Choose a time in the future.'

interface Owned {
  user: Pick<Livestream['user'], 'id'>
}
interface Caller {
  id: number
  role: 'member' | 'admin'
}
export const isLivestreamOwner = (caller: Caller | null, { user }: Owned): boolean => caller?.id === user.id
/** What is not public is not there for others. */
export const canSeeLivestream = (caller: Caller | null, stream: Owned & Pick<Livestream, 'isPublic'>): boolean =>
  stream.isPublic || isLivestreamOwner(caller, stream)
/** Disabling and deleting. */
export const canEndLivestream = (caller: Caller, stream: Owned): boolean =>
  caller.role === 'admin' || isLivestreamOwner(caller, stream)

export const goLiveHref = (id: number) => `/livestreams/${id}/go-live`
export const manageLivestreamsHref = '/livestreams/manage'
/** Upcoming streams as a calendar; with an id that stream alone. */
export const livestreamsCalendarPath = '/livestreams.ics'
export const livestreamCalendarPath = (id: number | ':id') => `/livestream/${id}.ics` as const
