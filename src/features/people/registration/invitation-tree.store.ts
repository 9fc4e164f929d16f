import { type Db, many, sql } from '#kernel/db.ts'
import { type InvitedMember, maxTreeMembers } from './invitation-tree.contract.ts'

type Row = Omit<InvitedMember, 'joinedAt'> & { joinedAt: Date | null; total: number }

// `offset 0` looks each member up by id. The planner overestimates how many were invited, and would read all members.

/** Returns the members that match, those whom they invited, directly or not, and everyone above them, newest first.
 *  @param q part of the username or name; empty: all members who invited someone or were invited */
export async function findInvitationTree(db: Db, q = ''): Promise<{ members: InvitedMember[]; total: number }> {
  const rows = await many<Row>(db)`
    with recursive invited as materialized (
      select member_id as id, created_by as inviter_id, joined_at
      from invitation_uses join invitations on invitations.id = invitation_id where member_id is not null),
    matching as (
      select author.id from (select id from invited union select inviter_id from invited) as named
      cross join lateral (select id from authors where authors.id = named.id and ${matches(q)} offset 0) as author),
    below as (
      select id from matching
      union select invited.id from below join invited on invited.inviter_id = below.id),
    latest as (
      select id from below left join invited using (id)
      order by joined_at desc nulls last, id desc limit ${sql.lit(maxTreeMembers)}),
    shown as (
      select id from latest
      union select inviter_id from shown join invited using (id) where inviter_id is not null)
    select id, username, display_name as "displayName", profile_image as "profileImage",
      standing = 'suspended' as "isSuspended", invited.inviter_id as "invitedBy", joined_at as "joinedAt",
      coalesce(invitees.count, 0) as "invitedCount",
      ${q !== ''}::boolean and id in (select id from matching) as "isMatch", (select count(*) from below) as total
    from shown cross join lateral (
        select username, display_name, profile_image, standing from authors where authors.id = shown.id offset 0) as author
      left join invited using (id)
      left join (select inviter_id, count(*) from invited group by 1) as invitees on invitees.inviter_id = shown.id
    order by joined_at desc nulls last, id desc`
  return { members: rows.map(presented), total: rows[0]?.total ?? 0 }
}

const matches = (q: string) =>
  q === '' ? sql`true` : sql`strpos(lower(username || ' ' || display_name), lower(${q})) > 0`

const presented = ({ total: _total, joinedAt, ...member }: Row): InvitedMember => ({
  ...member,
  joinedAt: joinedAt?.toISOString() ?? null,
})
