import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id } from '#schemas/ids.contract.ts'
import { maxLimit, pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { roleChangeKinds } from '#features/people/profiles/roles.contract.ts'

/** What a member can choose to be notified of. */
export const optionalKinds = ['follow', 'like', 'comment', 'mention', 'reply'] as const
export type OptionalKind = (typeof optionalKinds)[number]

/** All kinds of notifications, including those about the member's own role, which cannot be turned off. */
const notificationKinds = [...optionalKinds, ...roleChangeKinds] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Who did it: a member, or somebody of another site, who has no username. */
const Actor = z.object({
  name: z.string(),
  username: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
})
export type Actor = z.infer<typeof Actor>

/** What happened to the same thing, told in one entry for as long as it is unread. */
export const Notification = z.object({
  id: Id,
  kind: z.enum(notificationKinds),
  /** How often it happened: for follows and likes, by how many. */
  count: z.int().check(z.gte(1)),
  /** The last three at most; whoever has left is not among them. */
  actors: z.array(Actor),
  /** What it is about, with its title or its beginning; null for follows and roles, and if it is no longer visible. */
  post: z.nullable(z.object({ id: Id, words: z.string() })),
  /** It is about the member's own profile or a project of theirs; only mentions are. */
  isAboutProfile: z.boolean(),
  updatedAt: z.iso.datetime(),
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

export const NotificationList = z.object({
  notifications: z.array(Notification),
  unread: z.int().check(z.gte(0)),
  ...pageFields,
})
export type NotificationList = z.infer<typeof NotificationList>

/** Which entries have been read: those of `ids`, else all; of these the ones that say nothing newer than `upTo`. */
const ReadInput = z
  .object({
    ids: z.optional(z.array(Id).check(z.maxLength(maxLimit, `At most ${maxLimit} entries at once`))),
    upTo: z.optional(z.iso.datetime('upTo must be a time')),
    all: z.optional(z.literal(true)),
  })
  .check(z.refine(({ ids, upTo, all }) => ids ?? upTo ?? all, 'Say which: ids, upTo or all'))
export type ReadInput = z.infer<typeof ReadInput>

export const getNotifications = endpoint('GET /api/notifications', {
  summary: 'List your notifications',
  access: 'member',
  query: PageQuery,
  answer: NotificationList,
})
/** Answers how many are left. */
export const markNotificationsRead = endpoint('POST /api/notifications/read', {
  summary: 'Mark notifications as read',
  access: 'member',
  body: ReadInput,
  answer: z.object({ unread: z.int().check(z.gte(0)) }),
  limits: [perMember('notifications-read', 300, 60)],
})
