import { type Db, inTransaction, many, one, run, sql } from '#kernel/db.ts'
import type { Notification } from './notifications.contract.ts'
import { countUnread, entriesOf } from './notifications.store.ts'

/** The minimum time between digests. Less than a day, in case the daily job starts early. */
const pause = sql`interval '20 hours'`
const isDue = sql`settings.emailed <> '{}' and (settings.digest_at is null or settings.digest_at < now() - ${pause})`
const isFresh = (since: ReturnType<typeof sql>, kinds: ReturnType<typeof sql>) => sql`
  notifications.read_at is null and notifications.kind = any(${kinds})
  and notifications.updated_at > coalesce(${since}, '-infinity')`
const maxEntries = 20

/** Returns the members who have new unread notifications and have not received a digest within the past day. */
export const listDigestsDue = (db: Db) => many<{ memberId: number }>(db)`
  select settings.member_id as "memberId" from notification_settings settings
  where ${isDue} and exists (select from notifications where notifications.member_id = settings.member_id
    and ${isFresh(sql`settings.digest_at`, sql`settings.emailed`)})
  order by settings.member_id`

export interface Digest {
  /** Unread notifications not included in an earlier digest, newest first, at most {@link maxEntries}. */
  entries: Notification[]
  /** The total number of unread notifications. */
  unread: number
  /** When this digest and the previous one were claimed, as PostgreSQL text. */
  at: string
  before: string | null
}

/** Claims the member's digest, so that no other process sends it. Returns null if there is nothing to send now. */
export const claimDigest = (db: Db, memberId: number): Promise<Digest | null> =>
  inTransaction(db, async (db) => {
    const claimed = await one<{ at: string; before: string | null; emailed: string[] }>(db)`
      with due as (
        select settings.* from notification_settings settings
        where settings.member_id = ${memberId} and ${isDue} for update)
      update notification_settings settings set digest_at = clock_timestamp() from due
      where settings.member_id = due.member_id and exists (
        select from notifications where notifications.member_id = due.member_id
          and ${isFresh(sql`due.digest_at`, sql`due.emailed`)})
      returning settings.digest_at::text as at, due.digest_at::text as before, due.emailed`
    if (!claimed) return null
    const { at, before, emailed } = claimed
    const ids = sql`select id from notifications where member_id = ${memberId}::int
      and ${isFresh(sql`${before}::timestamptz`, sql`${emailed}::text[]`)} and updated_at <= ${at}::timestamptz
      order by updated_at desc, id desc limit ${maxEntries}::int`
    return { entries: await entriesOf(db, ids), unread: await countUnread(db, memberId), at, before }
  })

/** Releases a digest that could not be sent. */
export const restoreDigest = (db: Db, memberId: number, { at, before }: Digest) => run(db)`
  update notification_settings set digest_at = ${before}::timestamptz
  where member_id = ${memberId} and digest_at = ${at}::timestamptz`
