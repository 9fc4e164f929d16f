import { type Db, many, one, run, sql } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import { type PageQuery, totalPagesOf } from '#schemas/paging.contract.ts'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import type { Suspension, SuspensionList } from './suspensions.contract.ts'

/** Saves a suspension, or updates the reason for an existing one. */
export const putSuspension = (
  db: Db,
  memberId: number,
  { adminId, reason }: { adminId: number | null; reason: string },
) =>
  run(db)`
    insert into suspensions (member_id, reason, suspended_by) values (${memberId}, ${reason}, ${adminId})
    on conflict (member_id) do update set reason = excluded.reason`

export const removeSuspension = (db: Db, memberId: number) => run(db)`
  delete from suspensions where member_id = ${memberId}`

/** Returns an active or suspended member; null for all others, including members waiting for approval. */
export const findSuspendable = (db: Db, id: number) =>
  one<Member>(db)`select id, username, role from authors where id = ${id} and standing in ('present', 'suspended')`

/** Like {@link findSuspendable}, but by case-insensitive username. */
export const findSuspendableNamed = (db: Db, username: string) =>
  one<Member>(db)`
    select id, username, role from authors where id = member_named(${username}) and standing in ('present', 'suspended')`

export const findSuspension = async (db: Db, memberId: number): Promise<Suspension | null> => {
  const row = await one<Row>(db)`${suspensions} where member_id = ${memberId}`
  return row && present(row)
}

/** Returns a page of suspensions, newest first. */
export async function listSuspensions(db: Db, { page, limit }: PageQuery): Promise<SuspensionList> {
  const total = (await one<{ total: number }>(db)`select count(*) as total from suspensions`)?.total ?? 0
  const rows = await many<Row>(db)`${suspensions}
    order by suspended_at desc, member_id desc limit ${limit} offset ${(page - 1) * limit}`
  return { suspensions: rows.map(present), page, totalPages: totalPagesOf(total, limit), total }
}

interface Row {
  member: PublicAuthor
  reason: string
  suspendedBy: PublicAuthor | null
  suspendedAt: Date
}

const person = (table: string) => sql`jsonb_build_object('id', ${sql.ref(`${table}.id`)},
  'username', ${sql.ref(`${table}.username`)}, 'displayName', ${sql.ref(`${table}.display_name`)},
  'profileImage', ${sql.ref(`${table}.profile_image`)})`

const suspensions = sql`
  select ${person('who')} as member, reason, case when admin.id is not null then ${person('admin')} end as "suspendedBy",
    suspended_at as "suspendedAt"
  from suspensions join authors who on who.id = member_id left join members admin on admin.id = suspended_by`

const present = (row: Row): Suspension => ({ ...row, suspendedAt: row.suspendedAt.toISOString() })
