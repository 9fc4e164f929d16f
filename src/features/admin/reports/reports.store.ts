import { type Db, many, one, run, sql } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import { canSuspend } from '#features/admin/suspensions/suspensions.contract.ts'
import type { Role } from '#schemas/roles.contract.ts'
import { totalPagesOf } from '#schemas/paging.contract.ts'
import type {
  NewReport,
  Report,
  ReportedPost,
  ReportedPostList,
  ReportedPostQuery,
  ReportStatus,
} from './reports.contract.ts'

export const findAuthorId = async (db: Db, postId: number): Promise<number | null> =>
  (await one<{ id: number }>(db)`select member_id as id from readable_posts where id = ${postId}`)?.id ?? null

/** Saves the member's report on the post, replacing an earlier one, and opens the case. @returns null if the post does
 *  not exist */
export async function report(
  db: Db,
  postId: number,
  memberId: number,
  { reason, details }: NewReport,
): Promise<(Report & { isNew: boolean }) | null> {
  const row = await one<Omit<Report, 'reportedAt'> & { isNew: boolean; reportedAt: Date }>(db)`
    with post as (select id from readable_posts where id = ${postId} for key share),
    opened as (
      insert into reported_posts (post_id) select id from post
      on conflict (post_id) do update set reported_at = now(), closed_at = null, closed_by = null returning post_id)
    insert into reports (post_id, member_id, reason, details)
    select post_id, ${memberId}::int, ${reason}::text, ${details}::text from opened
    on conflict (post_id, member_id)
      do update set reason = excluded.reason, details = excluded.details, reported_at = now()
    returning post_id as "postId", reason, details, reported_at as "reportedAt", xmax = 0 as "isNew"`
  return row && { ...row, reportedAt: row.reportedAt.toISOString() }
}

/** Closes or reopens the post's case. Changes nothing if the case already has the status. */
export const moveReportedPost = (db: Db, postId: number, status: ReportStatus, adminId: number) =>
  status === 'closed'
    ? run(db)`
        update reported_posts set closed_at = now(), closed_by = ${adminId} where post_id = ${postId} and closed_at is null`
    : run(db)`
        update reported_posts set closed_at = null, closed_by = null where post_id = ${postId} and closed_at is not null`

/** Closes the cases for all of the member's posts. */
export const closeReportsOf = (db: Db, memberId: number, adminId: number | null) => run(db)`
  update reported_posts set closed_at = now(), closed_by = ${adminId} from posts_with_hidden
  where posts_with_hidden.id = post_id and posts_with_hidden.member_id = ${memberId} and closed_at is null`

/** Deletes the member's reports, and open cases that have no other reports. */
export const removeReportsBy = (db: Db, memberId: number) => run(db)`
  with cases as (
    select reported_posts.post_id from reported_posts join reports using (post_id)
    where member_id = ${memberId} order by post_id for update of reported_posts),
  gone as (
    delete from reports using cases where reports.post_id = cases.post_id and member_id = ${memberId})
  delete from reported_posts using cases where reported_posts.post_id = cases.post_id and closed_at is null
    and not exists (select from reports where post_id = cases.post_id and member_id <> ${memberId})`

/** Returns the SQL condition for the cases that the member may decide. Moderators don't decide cases about posts by
 *  administrators and moderators, including their own. */
const scopeOf = ({ role }: Member) =>
  role === 'admin'
    ? sql`true`
    : sql`not exists (select from posts_with_hidden join authors on authors.id = posts_with_hidden.member_id
        where posts_with_hidden.id = reported_posts.post_id and authors.role in ('moderator', 'admin'))`

/** Returns a case; null if there is none, or if the member may not decide it. */
export const findReportedPost = async (db: Db, judge: Member, postId: number): Promise<ReportedPost | null> =>
  (await reportedPosts(db, judge, [postId]))[0] ?? null

/** Returns a page of cases, newest first: open ones by their latest report, closed ones by when they were closed. */
export async function listReportedPosts(db: Db, judge: Member, query: ReportedPostQuery): Promise<ReportedPostList> {
  const { page, limit } = query
  const { isListed, order } = orders[query.status]
  const where = sql`${isListed} and ${scopeOf(judge)}`
  const total = (await one<{ total: number }>(db)`
    select count(*) as total from reported_posts where ${where}`)!.total
  const rows = await many<{ id: number }>(db)`
    select post_id as id from reported_posts where ${where} order by ${order}
    limit ${limit} offset ${(page - 1) * limit}`
  const items = rows.length
    ? await reportedPosts(
        db,
        judge,
        rows.map(({ id }) => id),
      )
    : []
  return { items, page, totalPages: totalPagesOf(total, limit), total }
}

const orders = {
  open: { isListed: sql`closed_at is null`, order: sql`reported_at desc, post_id desc` },
  closed: { isListed: sql`closed_at is not null`, order: sql`closed_at desc, post_id desc` },
}

interface Row extends Pick<ReportedPost, 'closedBy'> {
  post: Omit<ReportedPost['post'], 'canSuspend'> & { role: Role; isDeleted: boolean }
  reports: ReportedPost['reports'] | null
  reportedAt: Date
  closedAt: Date | null
}

const person = (table: string) => sql`jsonb_build_object('id', ${sql.ref(`${table}.id`)},
  'username', ${sql.ref(`${table}.username`)}, 'displayName', ${sql.ref(`${table}.display_name`)},
  'profileImage', ${sql.ref(`${table}.profile_image`)})`

const isoTime = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The number of characters of the post's text that a case shows. */
const textLength = 1000

/** Includes hidden posts. */
async function reportedPosts(db: Db, judge: Member, ids: number[]): Promise<ReportedPost[]> {
  const rows = await many<Row>(db)`
    select jsonb_build_object('id', post.id, 'title', post.title, 'createdAt', ${isoTime('post.created_at')},
        'text', coalesce(nullif(left(post.plain_text, ${textLength}::int), ''), post.excerpt),
        'isHidden', post.is_hidden, 'user', ${person('author')},
        'role', author.role, 'isDeleted', author.standing = 'departed') as post,
      (select jsonb_agg(jsonb_build_object('reason', reason, 'details', details, 'user', ${person('reporter')},
          'reportedAt', ${isoTime('reports.reported_at')}) order by reports.reported_at desc, reporter.id desc)
        from reports join authors reporter on reporter.id = reports.member_id
        where reports.post_id = post.id) as reports,
      reported_posts.reported_at as "reportedAt", closed_at as "closedAt",
      case when admin.id is not null then ${person('admin')} end as "closedBy"
    from reported_posts join posts_with_hidden post on post.id = post_id join authors author on author.id = post.member_id
      left join authors admin on admin.id = closed_by
    where post_id = any(${ids}::int[]) and ${scopeOf(judge)} order by array_position(${ids}::int[], post_id)`
  return rows.map((row) => present(row, judge))
}

const present = (
  { post: { role, isDeleted, ...post }, reports, reportedAt, closedAt, closedBy }: Row,
  judge: Member,
): ReportedPost => ({
  post: { ...post, canSuspend: !isDeleted && canSuspend(judge, { role }) },
  closedBy,
  reports: reports ?? [],
  reportedAt: reportedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
})
