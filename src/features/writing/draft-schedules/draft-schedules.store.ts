import { shownText } from '#messages/messages.ts'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import type { Draft, DraftSchedule } from '#features/writing/drafts/drafts.contract.ts'
import { ArticleDetails } from '#features/writing/posts/article-details.contract.ts'
import type { Role } from '#schemas/roles.contract.ts'

/** An unpublished draft and its schedule. */
export interface PlannedDraft extends Pick<Draft, 'title' | 'content' | 'categoryId' | 'postId' | 'details'> {
  schedule: DraftSchedule | null
  /** Whether another article has the slug that the author chose. */
  isSlugTaken: boolean
}

/** Returns the member's unpublished draft, or null. */
export async function findPlanned(db: Db, memberId: number, key: string): Promise<PlannedDraft | null> {
  const row = await one<Omit<PlannedDraft, 'schedule'> & { schedule: ScheduleRow | null }>(db)`
    select title, content, category_id as "categoryId", details, post_id as "postId",
      exists (select from post_slugs taken join posts_with_hidden on posts_with_hidden.id = taken.post_id
        where taken.slug = details ->> 'slug') as "isSlugTaken",
      (select jsonb_build_object('publishAt', publish_at, 'timeZone', time_zone, 'failure', failure)
        from draft_schedules where draft_schedules.member_id = drafts.member_id and draft_key = key) as schedule
    from drafts where member_id = ${memberId} and key = ${key} and not ${isPublished}`
  return (
    row && {
      ...row,
      details: ArticleDetails.parse(row.details),
      schedule: row.schedule && presented(row.schedule),
    }
  )
}

/** Returns the post that the draft was published as, or null. `postId` is null if that post has been deleted. */
export const findPublished = (db: Db, memberId: number, key: string) => one<{ postId: number | null }>(db)`
  select post_id as "postId" from post_keys where member_id = ${memberId} and key = ${key}`

export interface NewSchedule {
  publishAt: Date
  timeZone: string
  failure?: string | null
}

/** Schedules the draft, replacing any earlier schedule. @returns null if the draft no longer exists */
export async function saveSchedule(
  db: Db,
  memberId: number,
  key: string,
  { publishAt, timeZone, failure = null }: NewSchedule,
): Promise<DraftSchedule | null> {
  const row = await one<ScheduleRow>(db)`
    with draft as (select member_id, key from drafts where member_id = ${memberId} and key = ${key} for key share)
    insert into draft_schedules (member_id, draft_key, publish_at, time_zone, failure)
    select member_id, key, ${publishAt}::timestamptz, ${timeZone}::text, ${failure}::text from draft
    on conflict (member_id, draft_key) do update set id = excluded.id, publish_at = excluded.publish_at,
      time_zone = excluded.time_zone, attempts = 0, failure = excluded.failure
    returning publish_at as "publishAt", time_zone as "timeZone", failure`
  return row && presented(row)
}

/** Cancels the schedule of the member's draft, if it has one. */
export const removeSchedule = (db: Db, memberId: number, key: string) => run(db)`
  delete from draft_schedules where member_id = ${memberId} and draft_key = ${key}`

/** A draft that is due for publication. */
export interface DueDraft extends Pick<Draft, 'key' | 'title' | 'content' | 'categoryId' | 'details'> {
  memberId: number
  /** Null if the member is suspended. */
  username: string | null
  role: Role
  scheduleId: number
  updatedAt: Date
}

/** Returns the draft if it is due. Uses the database's clock, so that no article is dated before its scheduled
 *  time. */
export async function findDue(db: Db, memberId: number, key: string): Promise<DueDraft | null> {
  const row = await one<DueDraft>(db)`
    select drafts.member_id as "memberId", key, drafts.title, content, category_id as "categoryId", details,
      updated_at as "updatedAt", members.username, members.role, planned.id as "scheduleId"
    from drafts join draft_schedules planned on (planned.member_id, planned.draft_key) = (drafts.member_id, drafts.key)
      left join members on members.id = drafts.member_id
    where drafts.member_id = ${memberId} and key = ${key} and ${isDue} and not ${isPublished}`
  return row && { ...row, details: ArticleDetails.parse(row.details) }
}

/** Locks the draft until the end of the transaction. @returns whether it is still due, with the same text */
export async function lockDue(db: Db, { memberId, key, updatedAt, scheduleId }: DueDraft): Promise<boolean> {
  const draft = await one(db)`
    select from drafts where member_id = ${memberId} and key = ${key} and updated_at = ${updatedAt} for update`
  if (!draft) return false
  const schedule = await one(db)`
    select from draft_schedules planned where member_id = ${memberId} and draft_key = ${key} and id = ${scheduleId}
      and ${isDue} for update`
  return schedule !== null
}

/** Returns the due drafts, earliest first, that have no job running or about to run. Replacing a running job would
 *  leave a failed one behind. */
export const listForgotten = (db: Db, jobName: string, limit: number) => many<{ memberId: number; key: string }>(db)`
  select member_id as "memberId", draft_key as key from draft_schedules planned
  where ${isDue} and not exists (
    select from graphile_worker._private_jobs job where job.key = ${jobName}::text || ' ' || member_id || ' ' || draft_key
      and attempts < max_attempts and (locked_at is not null or run_at < now() + interval '1 minute'))
  order by publish_at limit ${limit}`

/** Counts an attempt that failed unexpectedly. @returns the number of such attempts */
export const countAttempt = async (db: Db, { memberId, key, scheduleId }: DueDraft): Promise<number> =>
  (
    await one<{ attempts: number }>(db)`
      update draft_schedules set attempts = attempts + 1
      where member_id = ${memberId} and draft_key = ${key} and id = ${scheduleId} returning attempts`
  )?.attempts ?? 0

/** Ends the schedule, stores why the draft was not published, and notifies the author. */
export const failSchedule = (db: Db, { memberId, key, scheduleId }: DueDraft, failure: string) => run(db)`
  with failed as (
    update draft_schedules set failure = ${failure}
    where member_id = ${memberId} and draft_key = ${key} and id = ${scheduleId} and failure is null returning id)
  select notification_tell(${memberId}::int, 'schedule_failed', null, id, null) from failed`

/** Notifies the author that the draft with this key was published. */
export const notifyPublished = (db: Db, memberId: number, key: string) => run(db)`
  select notification_tell(${memberId}::int, 'schedule_published', post_id, post_id, null)
  from post_keys where member_id = ${memberId} and key = ${key} and post_id is not null`

const isDue = sql`planned.failure is null and planned.publish_at <= now()`
const isPublished = sql`exists (
  select from post_keys where post_keys.member_id = drafts.member_id and post_keys.key = drafts.key)`

interface ScheduleRow extends Omit<DraftSchedule, 'publishAt'> {
  publishAt: Date | string
}
const presented = ({ failure, ...row }: ScheduleRow): DraftSchedule => ({
  ...row,
  publishAt: new Date(row.publishAt).toISOString(),
  failure: failure && shownText(failure),
})
