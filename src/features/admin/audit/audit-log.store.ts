import { auditText } from '#kernel/audit.contract.ts'
import { type Db, many, one, sql } from '#kernel/db.ts'
import { type PageQuery, totalPagesOf } from '#schemas/paging.contract.ts'
import type { AuditEntry, AuditFilter, AuditLog } from './audit.contract.ts'

/** Returns a page of the selected entries, newest first. */
export async function listEntries(
  db: Db,
  filter: AuditFilter,
  { page, limit }: PageQuery,
): Promise<Omit<AuditLog, 'days'>> {
  const total =
    (await one<{ total: number }>(db)`select count(*) as total from audit_log where ${selects(filter)}`)?.total ?? 0
  const rows = await many<Row>(db)`${auditRows(selects(filter), limit, (page - 1) * limit)}`
  return { entries: rows.map(present), page, totalPages: totalPagesOf(total, limit), total }
}

const batch = 500

/** Yields all selected entries in batches, newest first. */
export async function* allEntries(db: Db, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  for (let before: number | null = null; ;) {
    const rows: Row[] = await many<Row>(db)`
      ${auditRows(sql`${selects(filter)} and (${before}::bigint is null or id < ${before}::bigint)`, batch)}`
    if (rows.length > 0) yield rows.map(present)
    if (rows.length < batch) return
    before = rows.at(-1)!.id
  }
}

function selects({ action, who, member, from, to }: AuditFilter) {
  const named = sql`(select member_named(${member ?? ''}))`
  const conditions = [
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(who === undefined ? [] : [sql`actor_kind = ${who}`]),
    ...(member === undefined ? [] : [sql`(actor_id = ${named} or subject_id = ${named})`]),
    ...(from === undefined ? [] : [sql`recorded_at >= ${from}::date at time zone 'UTC'`]),
    ...(to === undefined ? [] : [sql`recorded_at < (${to}::date + 1) at time zone 'UTC'`]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** Selects the page's ids first, so that only the page's rows are joined. */
const auditRows = (condition: ReturnType<typeof sql>, limit: number, offset = 0) => sql`
  with chosen as (
    select * from audit_log where ${condition} order by id desc limit ${limit} offset ${offset})
  select chosen.id, action, actor_kind as "actorKind", ${person('actor')} as actor, ${person('subject')} as subject,
    target, details, request_id as "requestId", recorded_at as "recordedAt"
  from chosen left join authors actor on actor.id = actor_id left join authors subject on subject.id = subject_id
  order by chosen.id desc`

const person = (table: string) => sql`case when ${sql.ref(`${table}.id`)} is not null then
  jsonb_build_object('id', ${sql.ref(`${table}.id`)}, 'username', ${sql.ref(`${table}.username`)},
    'displayName', ${sql.ref(`${table}.display_name`)}, 'profileImage', ${sql.ref(`${table}.profile_image`)}) end`

type Row = Omit<AuditEntry, 'text' | 'recordedAt'> & { recordedAt: Date }

const present = (row: Row): AuditEntry => ({
  ...row,
  text: auditText(row.action),
  recordedAt: row.recordedAt.toISOString(),
})
