import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id } from '#schemas/ids.contract.ts'
import { maxLimit, pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { roleChangeKinds } from '#features/people/profiles/roles.contract.ts'

/** The kinds that members can turn off. */
export const optionalKinds = [
  'follow',
  'like',
  'comment',
  'mention',
  'reply',
  'draft_comment',
  'guestbook_entry',
  'guestbook_reply',
] as const
export type OptionalKind = (typeof optionalKinds)[number]

/** The outcome of the member's own schedules. */
const scheduleKinds = ['schedule_published', 'schedule_failed'] as const

/** For administrators and the site's owner. */
const siteKinds = ['backup_failed', 'approval_needed', 'contact_message'] as const

/** All kinds, including schedules, changes to the member's own role, and kinds for administrators and the owner, which
 *  cannot be turned off. */
const notificationKinds = [...optionalKinds, ...scheduleKinds, ...roleChangeKinds, ...siteKinds] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The member who caused the notification, or a person on another site, who has no username. */
const Actor = z.object({
  name: z.string(),
  username: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
})
export type Actor = z.infer<typeof Actor>

/** Events of the same kind about the same subject. They share a notification until it is read. */
export const Notification = z.object({
  id: Id,
  kind: z.enum(notificationKinds),
  /** The number of events; for follows and likes, the number of people. */
  count: z.int().check(z.gte(1)),
  /** At most the latest three, excluding deleted members. */
  actors: z.array(Actor),
  /** The post with its title or first words. Null for kinds without a post, and for posts that are no longer visible. */
  post: z.nullable(z.object({ id: Id, slug: z.nullable(z.string()), words: z.string() })),
  /** The latest entry in the guestbook. Null for other kinds. */
  entryId: z.nullable(Id),
  /** True for mentions of the member's own profile or project. */
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

/** The notifications to mark as read: `ids`, or all. Those updated after `upTo` stay unread. */
const ReadInput = z
  .object({
    ids: z.optional(
      z.array(Id).check(z.maxLength(maxLimit, { error: () => t('Send at most {maxLimit} ids', { maxLimit }) })),
    ),
    upTo: z.optional(z.iso.datetime('upTo must be a time')),
    all: z.optional(z.literal(true)),
  })
  .check(z.refine(({ ids, upTo, all }) => ids ?? upTo ?? all, { error: () => t('Send ids, upTo, or all') }))
export type ReadInput = z.infer<typeof ReadInput>

export const getNotifications = endpoint('GET /api/notifications', {
  summary: 'List your notifications',
  access: 'member',
  query: PageQuery,
  answer: NotificationList,
})
/** Returns the number of unread notifications left. */
export const markNotificationsRead = endpoint('POST /api/notifications/read', {
  summary: 'Mark notifications as read',
  access: 'member',
  worksWithoutSecondFactor: true,
  body: ReadInput,
  answer: z.object({ unread: z.int().check(z.gte(0)) }),
  limits: [perMember('notifications-read', 300, 60)],
})
