import { type Db, many, sql } from '#kernel/db.ts'
import { type InvitedMember, maxTreeMembers } from './invitation-tree.contract.ts'

type Row = Omit<InvitedMember, 'joinedAt'> & { joinedAt: Date | null; total: number }

/** Returns the members that match, those whom they invited, directly or not, and everyone above them, newest first.
 *  @param q part of the username or name; empty: all members who invited someone or were invited */
export async function findInvitationTree(db: Db, q = ''): Promise<{ members: InvitedMember[]; total: number }> {
  const rows = await many<Row>(db)`
    with recursive invited as materialized (
      select member_id as id, created_by as inviter_id, joined_at
      from invitation_uses join invitations on invitations.id = invitation_id where member_id is not null),
    matching as (
      select id from authors where id in (select id from invited union all select inviter_id from invited) and ${matches(q)}),
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
    from shown join authors using (id) left join invited using (id)
      left join (select inviter_id, count(*) from invited group by 1) as invitees on invitees.inviter_id = authors.id
    order by joined_at desc nulls last, id desc`
  return { members: rows.map(presented), total: rows[0]?.total ?? 0 }
}

const matches = (q: string) =>
  q === '' ? sql`true` : sql`strpos(lower(username || ' ' || display_name), lower(${q})) > 0`

const presented = ({ total: _total, joinedAt, ...member }: Row): InvitedMember => ({
  ...member,
  joinedAt: joinedAt?.toISOString() ?? null,
})
