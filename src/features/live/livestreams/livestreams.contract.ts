import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { BroadcastReport } from '#providers/streaming/streaming.contract.ts'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'
import { visibleLine } from '#schemas/names.contract.ts'
import { AnnouncedLivestream } from './announced-livestreams.contract.ts'
import type { Role } from '#schemas/roles.contract.ts'

export { isUpcoming } from './announced-livestreams.contract.ts'

declare module '#kernel/topics.contract.ts' {
  interface Topics {
    livestreams: true
  }
}

/** Source: docs/product.md, States. Other values are shown unchanged. */
export const livestreamStatuses = ['active', 'idle', 'offline'] as const

/** A livestream as viewers see it. `playbackUrl`: the HLS playlist, if there is something to play. `isInterrupted`: the
 *  encoder has disconnected during the broadcast and may reconnect. `viewers`: the number of people who posted in the
 *  chat within the last ten minutes or the number of players, whichever is higher. Source: docs/product.md, Data. */
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

/** A livestream as its owner sees it. */
export const OwnLivestream = z.extend(Livestream, {
  streamKey: z.string(),
  ingestUrl: z.string(),
  /** Whether browsers can broadcast to this livestream. */
  takesBrowsers: z.boolean(),
  report: z.nullable(BroadcastReport),
})
export type OwnLivestream = z.infer<typeof OwnLivestream>
export const OwnLivestreamList = z.array(OwnLivestream)

const fields = {
  title: z
    .string({ error: () => t('Title is required') })
    .check(
      z.overwrite(visibleLine),
      z.minLength(1, { error: () => t('Title is required') }),
      z.maxLength(100, { error: () => t('Title must be less than 100 characters') }),
    ),
  description: z
    .string()
    .check(z.trim(), z.maxLength(500, { error: () => t('Description must be less than 500 characters') })),
  isPublic: z.boolean(),
  scheduledAt: z.nullable(z.iso.datetime({ error: () => t('Enter a date and a time.') })),
}

/** Source: docs/product.md, Validation. `scheduledAt`: the announced start. */
export const LivestreamInput = z.object({
  title: fields.title,
  description: z._default(fields.description, ''),
  isPublic: z._default(fields.isPublic, true),
  scheduledAt: z._default(fields.scheduledAt, null),
})
export type LivestreamInput = z.infer<typeof LivestreamInput>

/** Omitted fields are left unchanged. */
export const LivestreamChange = z.partial(z.object(fields))
export type LivestreamChange = z.infer<typeof LivestreamChange>

const afterText = () => t('after must be the id of a message')
/** `after`: return only entries that came later than this message. */
export const ChatQuery = z.object({
  after: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,15}$/, { error: afterText })), z.transform(Number))),
})

export const livestreamChangeLimits = [perMember('livestream changes', 240, 3600)]
const ofLivestream = { params: { id: IdText } } as const
const change = {
  ...ofLivestream,
  access: 'member',
  limits: livestreamChangeLimits,
  changes: ['livestreams', 'removals'],
} as const
const calendar = {
  access: 'anyone',
  answer: media('text/calendar'),
  reads: ['livestreams', 'members'],
  isCached: true,
} as const

export const listPublicLivestreams = endpoint('GET /api/livestreams', {
  summary: 'List public livestreams',
  access: 'anyone',
  answer: LivestreamList,
})
export const listOwnLivestreams = endpoint('GET /api/users/me/livestreams', {
  summary: 'List your livestreams',
  access: 'member',
  answer: OwnLivestreamList,
})
export const createLivestream = endpoint('POST /api/livestreams', {
  summary: 'Create a livestream',
  access: 'writer',
  body: LivestreamInput,
  answer: OwnLivestream,
  limits: [perMember('livestreams', 30, 3600)],
  creates: true,
  changes: ['livestreams'],
})
export const getLivestream = endpoint('GET /api/livestreams/:id', {
  summary: 'Get a livestream',
  ...ofLivestream,
  access: 'anyone',
  answer: Livestream,
})
export const updateLivestream = endpoint('PATCH /api/livestreams/:id', {
  summary: 'Update a livestream',
  ...change,
  access: 'writer',
  body: LivestreamChange,
  answer: OwnLivestream,
})
export const enableLivestream = endpoint('POST /api/livestreams/:id/enable', {
  summary: 'Enable a livestream',
  ...change,
  access: 'writer',
  answer: OwnLivestream,
})
/** The owner gets all fields; administrators get only the fields that viewers see. */
export const disableLivestream = endpoint('POST /api/livestreams/:id/disable', {
  summary: 'Disable a livestream and disconnect its encoder',
  ...change,
  answer: z.union([OwnLivestream, Livestream]),
})
export const renewStreamKey = endpoint('POST /api/livestreams/:id/renew-key', {
  summary: 'Replace a livestream’s stream key',
  ...change,
  access: 'writer',
  answer: OwnLivestream,
})
export const deleteLivestream = endpoint('DELETE /api/livestreams/:id', {
  summary: 'Delete a livestream and its recordings',
  ...change,
  answer: z.null(),
})
/** Unnamed events are chat entries; events named `livestream` contain the current state of the chat room. */
export const streamLivestreamEvents = endpoint('GET /api/livestreams/:id/events', {
  summary: 'Stream a livestream’s chat and status',
  ...ofLivestream,
  access: 'anyone',
  query: ChatQuery,
  headers: { 'last-event-id': 'Id of the last entry received; takes precedence over `after`' },
  answer: media('text/event-stream'),
})
export const getUpcomingCalendar = endpoint('GET /livestreams.ics', {
  summary: 'Get upcoming livestreams as a calendar file',
  ...calendar,
})
export const getLivestreamCalendar = endpoint('GET /livestream/:id.ics', {
  summary: 'Get a livestream as a calendar file',
  ...ofLivestream,
  ...calendar,
})
export const receiveMuxWebhook = endpoint('POST /api/webhooks/mux', {
  summary: 'Receive a webhook from Mux',
  access: 'anyone',
  headers: { 'mux-signature': 'Timestamp and signature of the body' },
  body: media('application/json'),
  answer: media('application/json'),
})

/** Maximum per member. */
export const maxLivestreams = 20
export const tooManyLivestreams = () =>
  t('You can have at most {maxLivestreams} livestreams. Delete one that you no longer need.', { maxLivestreams })
export const notYoursToChange = () => t('You can only change your own livestreams.')
export const notYoursToDisable = () => t('You can only disable your own livestreams.')
export const notYoursToDelete = () => t('You can only delete your own livestreams.')
export const renewKeyFirst = () => t('This livestream’s stream key was lost. Regenerate it first.')
export const createdElsewhere = () =>
  t('This livestream was created with a different streaming service. Delete it and create a new one.')
export const isInThePast = () => t('Choose a time in the future.')

interface Owned {
  user: Pick<Livestream['user'], 'id'>
}
interface Caller {
  id: number
  role: Role
}
export const isLivestreamOwner = (caller: Caller | null, { user }: Owned): boolean => caller?.id === user.id
/** Private livestreams return 404 to other members. */
export const canSeeLivestream = (caller: Caller | null, stream: Owned & Pick<Livestream, 'isPublic'>): boolean =>
  stream.isPublic || isLivestreamOwner(caller, stream)
/** Reports whether the caller may disable and delete the livestream. */
export const canEndLivestream = (caller: Caller, stream: Owned): boolean =>
  caller.role === 'admin' || isLivestreamOwner(caller, stream)
