import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { excerptOf } from '#kernel/markdown/excerpts.ts'
import { type PageQuery, type Slice, sliceOf, totalPagesOf } from '#schemas/paging.contract.ts'
import type { Actor, Notification, NotificationList, ReadInput } from './notifications.contract.ts'

/** The maximum length of a post's title or first words in a notification. */
const maxWords = 90
const maxActors = 3

/** Returns one page of the member's notifications, newest first. */
export async function listNotifications(db: Db, memberId: number, paging: PageQuery): Promise<NotificationList> {
  const { total, unread } = await countsOf(db, memberId)
  const slice = sliceOf(paging, total)
  const notifications = slice.count > 0 ? await entriesOf(db, pageIds(memberId, slice)) : []
  return { notifications, unread, page: paging.page, totalPages: totalPagesOf(total, paging.limit), total }
}

export const countUnread = async (db: Db, memberId: number): Promise<number> => (await countsOf(db, memberId)).unread

/** Marks notifications as read, except those updated after `upTo`. @returns the number of unread ones left */
export async function markRead(db: Db, memberId: number, { ids, upTo }: ReadInput): Promise<number> {
  const seenAt = upTo === undefined ? null : new Date(upTo)
  const row = await one<{ unread: number }>(db)`
    with seen as (
      select id from notifications where member_id = ${memberId} and read_at is null
        and (${ids ?? null}::int[] is null or id = any(${ids ?? null}::int[]))
        and (${seenAt}::timestamptz is null or updated_at <= ${seenAt}::timestamptz)
      order by id for update),
    marked as (update notifications set read_at = now() from seen where notifications.id = seen.id returning 1)
    update notification_counts set unread = unread - (select count(*) from marked)
    where member_id = ${memberId} returning unread`
  return row?.unread ?? 0
}

/** Deletes notifications that were read more than a year ago. @returns the number of deleted rows */
export const sweepNotifications = (db: Db) => run(db)`
  delete from notifications where read_at < now() - interval '1 year'`

/** Deletes the member's notifications, settings, and devices, for account deletion. */
export async function removeNotificationsOf(db: Db, memberId: number): Promise<void> {
  await run(db)`delete from notifications where member_id = ${memberId}`
  await run(db)`delete from notification_counts where member_id = ${memberId}`
  await run(db)`delete from notification_settings where member_id = ${memberId}`
  await run(db)`delete from push_devices where member_id = ${memberId}`
}

/** Selects the ids of the member's notifications in this part of the list, counted from its nearer end. */
export const pageIds = (memberId: number, { fromEnd, skip, count }: Slice) => sql`
  select id from notifications where member_id = ${memberId}::int
  order by ${fromEnd ? sql`placed_at, id` : sql`placed_at desc, id desc`} limit ${count}::int offset ${skip}::bigint`

/** The query used by {@link entriesOf}. */
export const entriesQuery = (ids: ReturnType<typeof sql>) => sql<EntryRow>`
  select entry.id, entry.kind, entry.event_count as count, entry.updated_at as "updatedAt",
    entry.read_at is not null as "isRead", entry.kind = 'mention' and entry.post_id is null as "isAboutProfile",
    case when entry.kind in ('guestbook_entry', 'guestbook_reply') then (select source_id from notification_events
      where notification_id = entry.id order by created_at desc, source_id desc limit 1) end as "entryId",
    case when post.id is not null then jsonb_build_object(
      'id', post.id, 'slug', post.slug, 'words', coalesce(post.title, post.excerpt)) end as post,
    (select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(member.display_name, latest.actor_name),
        'username', member.username, 'profileImage', member.profile_image)
        order by latest.created_at desc, latest.source_id desc), '[]')
      from (select * from notification_events where notification_id = entry.id
        order by created_at desc, source_id desc limit ${2 * maxActors}::int) latest
      left join members member on member.id = latest.actor_id
      where member.id is not null or latest.actor_name is not null) as actors
  from notifications entry left join readable_posts post on post.id = entry.post_id
  where entry.id in (${ids}) order by entry.updated_at desc, entry.id desc`

type EntryRow = Omit<Notification, 'updatedAt'> & { updatedAt: Date }

/** Returns the notifications with the ids that the query selects, newest first. */
export const entriesOf = async (db: Db, ids: ReturnType<typeof sql>): Promise<Notification[]> =>
  (await many<EntryRow>(db)`${entriesQuery(ids)}`).map(
    ({ id, kind, count, actors, post, entryId, isAboutProfile, updatedAt, isRead }) => ({
      id,
      kind,
      count,
      actors: distinct(actors).slice(0, maxActors),
      post: post && { ...post, words: excerptOf(post.words, maxWords) },
      entryId,
      isAboutProfile,
      updatedAt: updatedAt.toISOString(),
      isRead,
    }),
  )

export const findEntry = async (db: Db, id: number): Promise<Notification | null> =>
  (await entriesOf(db, sql`select ${id}::int`))[0] ?? null

/** Removes duplicate actors. */
const distinct = (actors: Actor[]): Actor[] => [
  ...new Map(actors.map((actor) => [actor.username ?? `\n${actor.name}`, actor])).values(),
]

const countsOf = async (db: Db, memberId: number): Promise<{ total: number; unread: number }> =>
  (await one<{ total: number; unread: number }>(db)`
    select total, unread from notification_counts where member_id = ${memberId}`) ?? { total: 0, unread: 0 }

/** Backdates notifications to the times of their likes and follows, for the demo content. */
export const backdateNotifications = (db: Db) => run(db)`
  with dated as (
    update notification_events event set created_at = source.created_at from (
      select 'like' as kind, post_id as about, member_id as source_id, created_at from likes
      union all select 'follow', following_id, follower_id, created_at from follows) source
    where source.kind = event.kind and source.source_id = event.source_id
      and source.about = case event.kind when 'like' then event.post_id else event.member_id end
    returning event.notification_id, event.created_at),
  latest as (select notification_id as id, max(created_at) as at from dated group by notification_id)
  update notifications set updated_at = at, placed_at = at from latest where latest.id = notifications.id`
