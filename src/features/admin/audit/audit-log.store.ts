import { auditText } from '#kernel/audit.contract.ts'
import { type Db, many, sql } from '#kernel/db.ts'
import type { AuditEntry, AuditFilter, AuditLog, AuditQuery } from './audit.contract.ts'

/** Returns up to `limit` of the selected entries, newest first. */
export async function listEntries(db: Db, query: AuditQuery): Promise<Omit<AuditLog, 'days'>> {
  const rows = await many<Row>(db)`${entriesSql({ ...query, limit: query.limit + 1 })}`
  const listed = rows.slice(0, query.limit)
  return { entries: listed.map(present), next: rows.length > query.limit ? listed.at(-1)!.id : null }
}

const batch = 500

/** Yields all selected entries in batches, newest first. */
export async function* allEntries(db: Db, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  for (let before: number | undefined; ;) {
    const { entries, next } = await listEntries(db, { ...filter, before, limit: batch })
    if (entries.length > 0) yield entries
    if (next === null) return
    before = next
  }
}

/** Selects the ids first, from an index, so that only the listed entries are joined. */
export const entriesSql = (query: AuditQuery) => sql`
  select entry.id, action, actor_kind as "actorKind", ${person('actor')} as actor, ${person('subject')} as subject,
    target, details, request_id as "requestId", recorded_at as "recordedAt"
  from (${newestIds(query)}) as chosen join audit_log entry using (id)
    left join authors actor on actor.id = actor_id left join authors subject on subject.id = subject_id
  order by entry.id desc`

function newestIds({ member, limit, ...query }: AuditQuery): Sql {
  const conditions = conditionsOf(query)
  if (member === undefined) return newest(conditions, sql`id desc`, limit)
  const named = sql`(select member_named(${member}))`
  // Two comparisons instead of one with `=`, and an order by both columns: otherwise, PostgreSQL looks for a member with
  // few entries among the entries of all members.
  const of = (column: Sql) =>
    newest([sql`${column} >= ${named} and ${column} <= ${named}`, ...conditions], sql`${column} desc, id desc`, limit)
  return sql`${of(sql`actor_id`)} union ${of(sql`subject_id`)} order by id desc limit ${limit}`
}

const newest = (conditions: Sql[], order: Sql, limit: number): Sql => sql`(
  select id from audit_log where ${sql.join([sql`true`, ...conditions], sql` and `)} order by ${order} limit ${limit})`

type Sql = ReturnType<typeof sql>

const conditionsOf = ({ action, who, from, to, before }: Omit<AuditQuery, 'member' | 'limit'>): Sql[] => [
  ...(action === undefined ? [] : [sql`action = ${action}`]),
  ...(who === undefined ? [] : [sql`actor_kind = ${who}`]),
  ...(from === undefined ? [] : [sql`recorded_at >= ${from}::date at time zone 'UTC'`]),
  ...(to === undefined ? [] : [sql`recorded_at < (${to}::date + 1) at time zone 'UTC'`]),
  ...(before === undefined ? [] : [sql`id < ${before}`]),
]

const person = (table: string) => sql`case when ${sql.ref(`${table}.id`)} is not null then
  jsonb_build_object('id', ${sql.ref(`${table}.id`)}, 'username', ${sql.ref(`${table}.username`)},
    'displayName', ${sql.ref(`${table}.display_name`)}, 'profileImage', ${sql.ref(`${table}.profile_image`)}) end`

type Row = Omit<AuditEntry, 'text' | 'recordedAt'> & { recordedAt: Date }

const present = (row: Row): AuditEntry => ({
  ...row,
  text: auditText(row.action),
  recordedAt: row.recordedAt.toISOString(),
})
