import type { Locale } from '#messages/locales.ts'
import { audit, type AuditActor } from '#kernel/audit.store.ts'
import { type Db, many, one, sql } from '#kernel/db.ts'
import { type PageQuery, sliceOf, totalPagesOf } from '#schemas/paging.contract.ts'
import type { RoleChange, RoleChangeKind, RoleChangeList } from './roles.contract.ts'
import { emailRoleChange } from './roles.jobs.ts'

/** Who changed a role: a member's id, or the mechanism if it was not a member. */
export type RoleActor = number | 'command' | 'setting' | 'sign_up'

/** Records the change and queues the email about it. A database trigger creates the notification. */
export async function recordRoleChange(
  db: Db,
  memberId: number,
  change: RoleChangeKind,
  actor: RoleActor,
): Promise<void> {
  const [via, changedBy] = typeof actor === 'number' ? ['member', actor] : [actor, null]
  const row = await one<{ id: number }>(db)`
    insert into role_changes (member_id, change, via, changed_by)
    values (${memberId}, ${change}, ${via}, ${changedBy}) returning id`
  await audit(db, { action: `role.${change}`, actor: auditActorOf(actor), subjectId: memberId })
  if (via !== 'sign_up') await emailRoleChange.enqueue(db, { changeId: row!.id })
}

const auditActorOf = (actor: RoleActor): AuditActor =>
  typeof actor === 'number' ? actor : actor === 'command' ? 'operator' : 'site'

/** Returns one page of all changes, newest first. */
export async function listRoleChanges(db: Db, { page, limit }: PageQuery): Promise<RoleChangeList> {
  const total = (await one<{ total: number }>(db)`select count(*) as total from role_changes`)?.total ?? 0
  const { fromEnd, skip, count } = sliceOf({ page, limit }, total)
  const order = fromEnd ? sql`asc` : sql`desc`
  // The ids first, from the index, so that skipped changes are not joined.
  const rows = await many<Row>(db)`
    ${changes} where change.id in (select id from role_changes order by id ${order} limit ${count} offset ${skip})
    order by change.id desc`
  return { changes: rows.map(present), page, totalPages: totalPagesOf(total, limit), total }
}

export const findRoleChange = async (db: Db, id: number): Promise<RoleChange | null> => {
  const row = await one<Row>(db)`${changes} where change.id = ${id}`
  return row && present(row)
}

/** Returns the member's account at the identity provider. */
export const findRoleHolderIdentity = (db: Db, memberId: number) => one<{
  issuer: string
  subject: string
  locale: Locale | null
}>(db)`
  select issuer, subject, locale from members left join member_languages on member_id = id where id = ${memberId}`

type Row = Omit<RoleChange, 'changedAt'> & { changedAt: Date }

const person = (table: string) => sql`jsonb_build_object('id', ${sql.ref(`${table}.id`)},
  'username', ${sql.ref(`${table}.username`)}, 'displayName', ${sql.ref(`${table}.display_name`)},
  'profileImage', ${sql.ref(`${table}.profile_image`)})`

const changes = sql`
  select change.id, ${person('who')} as member, change.change, via,
    case when actor.id is not null then ${person('actor')} end as "changedBy", changed_at as "changedAt"
  from role_changes change join all_members who on who.id = change.member_id
  left join members actor on actor.id = changed_by`

const present = (row: Row): RoleChange => ({ ...row, changedAt: row.changedAt.toISOString() })
