import { createHash } from 'node:crypto'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { type PageQuery, sliceOf, totalPagesOf } from '#schemas/paging.contract.ts'
import type { Invitation, InvitationList, NewInvitation } from './invitations.contract.ts'

const maxJoinedShown = 50

/** Creates an invitation link. Only a hash of the token is stored. */
export async function insertInvitation(
  db: Db,
  { maxUses, days, token, createdBy }: NewInvitation & { token: string; createdBy: number },
): Promise<Invitation> {
  const row = await one<{ id: number }>(db)`
    insert into invitations (token_hash, max_uses, created_by, expires_at)
    values (${hashOf(token)}, ${maxUses}, ${createdBy}, now() + ${days}::int * interval '1 day') returning id`
  return presented((await one<Row>(db)`${invitations} where invitations.id = ${row!.id}`)!)
}

/** Returns a page of invitation links, newest first. */
export async function listInvitations(db: Db, { page, limit }: PageQuery): Promise<InvitationList> {
  const total = (await one<{ total: number }>(db)`select count(*) as total from invitations`)?.total ?? 0
  const { fromEnd, skip, count } = sliceOf({ page, limit }, total)
  const order = fromEnd ? sql`asc` : sql`desc`
  // The ids first, from the index, so that the uses of skipped links are not counted.
  const rows = await many<Row>(db)`
    ${invitations} where invitations.id in (
      select id from invitations order by id ${order} limit ${count} offset ${skip})
    order by invitations.id desc`
  return { invitations: rows.map(presented), page, totalPages: totalPagesOf(total, limit), total }
}

/** Revokes the link. Idempotent. @returns whether it was revoked by this call; null if there is no such link */
export async function revokeInvitationLink(db: Db, id: number): Promise<boolean | null> {
  if ((await run(db)`update invitations set revoked_at = now() where id = ${id} and revoked_at is null`) === 1)
    return true
  return (await one(db)`select from invitations where id = ${id}`) ? false : null
}

/** Returns the creator's display name if the link can be used. Null for other links. @param email the address of someone
 *  who may have used it already, but not confirmed their address */
export const findUsableInvitation = (db: Db, token: string, email: string | null = null) =>
  one<{ invitedBy: string | null }>(db)`
    select display_name as "invitedBy" from invitations left join members on members.id = created_by
    where token_hash = ${hashOf(token)} and ${isValid} and ${usesExcept(email)} < max_uses`

/** Uses the link for the account, and locks it until the transaction ends, so that concurrent sign-ups cannot exceed its
 *  limit. Repeated sign-ups with the same address count once. @returns false if the link cannot be used */
export async function takeInvitation(
  db: Db,
  { token, subject, email }: { token: string; subject: string; email: string },
): Promise<boolean> {
  const invitation = await one<{ id: number; maxUses: number }>(db)`
    select id, max_uses as "maxUses" from invitations where token_hash = ${hashOf(token)} and ${isValid} for update`
  if (!invitation) return false
  const { id, maxUses } = invitation
  // A new statement, which sees what other sign-ups committed while this one waited for the lock.
  const others = await one<{ count: number }>(db)`
    select ${usesExcept(email)} as count from invitations where id = ${id}`
  if (others!.count >= maxUses) return false
  await run(db)`insert into invitation_uses (invitation_id, subject) values (${id}, ${subject})`
  return true
}

/** Whether someone has an invitation that admits them. */
export type InvitationState = 'none' | 'usable' | 'unusable'

/** Returns the state of the invitation that the account was created with, which must not have been revoked since, and
 *  locks it until the transaction ends. The account no longer counts as a use of a revoked invitation. */
export async function checkInvitationUse(db: Db, subject: string): Promise<InvitationState> {
  const use = await one<{ id: number; isRevoked: boolean }>(db)`
    select use.id, revoked_at is not null as "isRevoked"
    from invitation_uses use join invitations on invitations.id = invitation_id
    where subject = ${subject} and joined_at is null for share of invitations`
  if (!use) return 'none'
  if (!use.isRevoked) return 'usable'
  await run(db)`delete from invitation_uses where id = ${use.id}`
  return 'unusable'
}

/** Records that the account has become a member. @returns the id of the invitation that the account was created with, or
 *  null */
export const joinByInvitation = async (db: Db, subject: string, memberId: number): Promise<number | null> =>
  (
    await one<{ id: number }>(db)`
      update invitation_uses set member_id = ${memberId}, joined_at = now() where subject = ${subject} and joined_at is null
      returning invitation_id as id`
  )?.id ?? null

/** Deletes the uses of accounts that were never confirmed and no longer exist. */
export const sweepInvitationUses = (db: Db) => run(db)`
  delete from invitation_uses where joined_at is null
    and not exists (select from identity_users where identity_users.id::text = subject)`

/** Removes the references to a member whose account is deleted. Their use of a link still counts. */
export async function anonymizeInvitations(db: Db, memberId: number): Promise<void> {
  await run(db)`update invitation_uses set member_id = null, subject = null where member_id = ${memberId}`
  await run(db)`update invitations set created_by = null where created_by = ${memberId}`
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const isValid = sql`revoked_at is null and expires_at > now()`

/** The number of members who joined, and of addresses that can still be confirmed. */
const usesExcept = (email: string | null) => sql`(
  select count(*) filter (where joined_at is not null)
    + count(distinct account.email) filter (where joined_at is null and account.email is distinct from ${email}::text)
  from invitation_uses left join identity_users account on joined_at is null and account.id::text = subject
  where invitation_id = invitations.id)`
const uses = usesExcept(null)

interface Row extends Omit<Invitation, 'createdAt' | 'expiresAt'> {
  createdAt: Date
  expiresAt: Date
}
const person = (table: string) => sql`jsonb_build_object('id', ${sql.ref(`${table}.id`)},
  'username', ${sql.ref(`${table}.username`)}, 'displayName', ${sql.ref(`${table}.display_name`)},
  'profileImage', ${sql.ref(`${table}.profile_image`)})`

const invitations = sql`
  select invitations.id, max_uses as "maxUses", ${uses} as uses,
    case when creator.id is not null then ${person('creator')} end as "createdBy",
    invitations.created_at as "createdAt", expires_at as "expiresAt",
    case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired'
      when ${uses} >= max_uses then 'used_up' else 'active' end as state,
    coalesce((select jsonb_agg(${person('invitee')} order by joined_at desc, invitee.id desc) from (
        select member_id, joined_at from invitation_uses where invitation_id = invitations.id and member_id is not null
        order by joined_at desc, member_id desc limit ${sql.lit(maxJoinedShown)}) as latest
      join authors invitee on invitee.id = latest.member_id), '[]') as joined
  from invitations left join authors creator on creator.id = created_by`

const presented = ({ createdAt, expiresAt, ...row }: Row): Invitation => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
