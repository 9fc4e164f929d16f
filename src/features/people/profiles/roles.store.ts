import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { type Db, inTransaction, many, one, run, sql } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { approveMember } from './standing.store.ts'
import { recordRoleChange, type RoleActor } from './role-changes.store.ts'
import { mayModerate, type Role } from '#schemas/roles.contract.ts'
import type { RoleChangeKind, RoleHolder } from './roles.contract.ts'

/** Serializes role changes and account deletions until the transaction ends, so that the site never loses its last
 *  administrator. */
export const lockRoles = (db: Db) => run(db)`select pg_advisory_xact_lock(hashtext('roles'))`

/** Changes the member's role. Idempotent. Call it in a transaction.
 *  @throws AppError not_found; forbidden when the actor is no longer an administrator; conflict for a suspended member,
 *  the owner, and the last administrator */
export async function setRole(db: Db, memberId: number, role: Role, actor: RoleActor): Promise<RoleHolder> {
  await lockRoles(db)
  await requireAdmin(db, actor)
  const { standing, ...member } = found(await lockMember(db, memberId), 'Member')
  if (member.role === role) return member
  if (mayModerate({ role })) refuseSuspended(member.username, standing)
  if (member.role === 'admin') await refuseNeeded(db, member)
  await run(db)`update all_members set role = ${role} where id = ${memberId}`
  for (const change of changesBetween(member.role, role)) await recordRoleChange(db, memberId, change, actor)
  return { ...member, role }
}

const changesBetween = (before: Role, after: Role): RoleChangeKind[] => {
  if (after === 'admin') return ['admin_granted']
  if (after === 'moderator') return [...revoked(before, 'admin'), 'moderator_granted']
  const changes = [...revoked(before, 'admin'), ...revoked(before, 'moderator')]
  if (after === 'reader') return [...changes, 'publishing_revoked']
  return before === 'reader' ? ['publishing_granted'] : changes
}

const revoked = <R extends 'admin' | 'moderator'>(before: Role, role: R): `${R}_revoked`[] =>
  before === role ? [`${role}_revoked`] : []

/** Makes the member owner and administrator; the previous owner stays an administrator. Idempotent.
 *  @throws AppError not_found; forbidden when the actor is not the owner; conflict for a suspended member */
export const transferOwnership = (db: Db, memberId: number, actor: RoleActor): Promise<RoleHolder> =>
  inTransaction(db, async (db) => {
    await lockRoles(db)
    await requireOwner(db, actor)
    const { standing, ...member } = found(await lockMember(db, memberId), 'Member')
    refuseSuspended(member.username, standing)
    await assignOwnership(db, memberId, actor)
    return { ...member, role: 'admin', isOwner: true }
  })

/** Makes the member named by OWNER_USERNAME the owner. Approves them if they are waiting for approval, because there may
 *  be no administrator who could. */
export const claimOwnership = (db: Db, username: string): Promise<'done' | 'suspended' | 'not here'> =>
  inTransaction(db, async (db) => {
    await lockRoles(db)
    const named = await findRoleHolder(db, username)
    const member = named && (await lockMember(db, named.id))
    if (!member) return 'not here'
    if (member.standing === 'suspended') return 'suspended'
    if (await approveMember(db, member.id))
      await audit(db, { action: 'registration.approved', actor: 'site', subjectId: member.id })
    await assignOwnership(db, member.id, 'setting')
    return 'done'
  })

/** The same as {@link transferOwnership} inside a transaction that holds {@link lockRoles}, for a member who is not
 *  suspended. */
export async function assignOwnership(db: Db, memberId: number, actor: RoleActor): Promise<void> {
  const previousId = await findOwnerId(db)
  if (previousId === memberId) return
  await run(db)`
    insert into site_ownership (member_id) values (${memberId})
    on conflict (is_only) do update set member_id = excluded.member_id`
  await run(db)`update all_members set role = 'admin' where id = ${memberId}`
  if (previousId !== null) await recordRoleChange(db, previousId, 'ownership_lost', actor)
  await recordRoleChange(db, memberId, 'ownership_granted', actor)
}

type Row = RoleHolder & { standing: string }

const holders = sql`
  select id, username, role, standing,
    exists (select from site_ownership where member_id = all_members.id) as "isOwner"
  from all_members where standing <> 'departed'`

/** Finds an active or suspended member by current or former username, ignoring case. */
export const findRoleHolder = (db: Db, username: string) => one<Row>(db)`
  ${holders} and id = member_named(${username})`

/** Returns the role of an active or suspended member, or null. */
export const findRole = async (db: Db, id: number): Promise<Role | null> =>
  (await one<Row>(db)`${holders} and id = ${id}`)?.role ?? null

/** Returns the role of the member with this account, or null. */
export const findAccountRole = async (db: Db, issuer: string, subject: string): Promise<Role | null> =>
  (await one<Row>(db)`${holders} and issuer = ${issuer} and subject = ${subject}`)?.role ?? null

/** Returns the administrators, moderators, and readers, oldest accounts first. */
export const listRoleHolders = (db: Db) => many<RoleHolder>(db)`${holders} and role <> 'member' order by id`

const lockMember = (db: Db, id: number) => one<Row>(db)`${holders} and id = ${id} for no key update`

const findOwnerId = async (db: Db): Promise<number | null> =>
  (await one<{ id: number }>(db)`select member_id as id from site_ownership`)?.id ?? null

/** Rechecks the role under the lock: the caller may have lost it since the call began. */
async function requireAdmin(db: Db, actor: RoleActor): Promise<void> {
  if (typeof actor !== 'number') return
  if (await one(db)`select from members where id = ${actor} and role = 'admin'`) return
  throw new AppError('forbidden', t('Only administrators may do this.'))
}

async function requireOwner(db: Db, actor: RoleActor): Promise<void> {
  if (typeof actor !== 'number' || (await findOwnerId(db)) === actor) return
  throw new AppError('forbidden', t('Only the owner can transfer ownership of this site.'))
}

function refuseSuspended(username: string, standing: string): void {
  if (standing === 'present') return
  if (standing === 'waiting')
    throw new AppError('conflict', t('@{username} is waiting for approval. Approve them first.', { username }))
  throw new AppError('conflict', t('@{username} is suspended. Lift the suspension first.', { username }))
}

async function refuseNeeded(db: Db, { id, username, isOwner }: RoleHolder): Promise<void> {
  if (isOwner) {
    throw new AppError(
      'conflict',
      t('@{username} owns this site, and the owner is always an administrator.', { username }),
    )
  }
  if (await one(db)`select from members where role = 'admin' and id <> ${id}`) return
  throw new AppError(
    'conflict',
    t('@{username} is the only administrator. Make someone else an administrator first.', { username }),
  )
}
