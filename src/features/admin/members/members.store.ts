import { type Db, many, one, sql } from '#kernel/db.ts'
import type { AdminMember, AdminMemberQuery, MemberFilter } from './members.contract.ts'

type Row = Omit<AdminMember, 'pictureBytes' | 'lastActiveAt' | 'createdAt'> & {
  lastActiveAt: Date | null
  createdAt: Date
}

/** Returns up to `limit` members and one more if there is a next page, newest first. @param total the number of members
 *  that match */
export const listAdminMembers = (db: Db, query: AdminMemberQuery, total: number) =>
  many<Row>(db)`${adminMembersSql(query, total > fewMatches)}`

/** Up to this many matches are found through indexes and sorted. More are soon found among the newest members. */
const fewMatches = 500

export const adminMembersSql = ({ before, limit, ...filter }: AdminMemberQuery, isCommon = false) => sql`
  select member.id, username, display_name as "displayName", profile_image as "profileImage", role,
    is_owner as "isOwner", standing = 'suspended' as "isSuspended", standing = 'waiting' as "isWaiting", account.email, ${hasTwoFactor} as "hasTwoFactor",
    case when account.id is not null then greatest(account.last_sign_in_at,
      (select max(refreshed_at) from identity_sessions where user_id = account.id)) end as "lastActiveAt",
    (select inviter.username from invitation_uses invitee join invitations on invitations.id = invitation_id
      join authors inviter on inviter.id = created_by where invitee.member_id = member.id) as "invitedBy",
    (select coalesce(sum(bytes), 0)::bigint from livestreams_with_hidden stream
      join broadcast_recordings recording on recording.provider_id = stream.provider_id
      where stream.provider = 'embedded' and stream.member_id = member.id) as "recordingBytes",
    (select coalesce(sum(received_bytes), 0)::bigint from import_runs
      where member_id = member.id and file_key is not null) as "importBytes",
    member.created_at as "createdAt"
  from ${members} where ${matches(filter, isCommon)} ${before === undefined ? sql`` : sql`and member.id < ${before}`}
  order by member.id desc limit ${limit + 1}`

export const countAdminMembers = async (db: Db, filter: MemberFilter): Promise<number> =>
  (await one<{ total: number }>(db)`${totalSql(filter)}`)?.total ?? 0

/** Totals are stored by role and standing. With any other filter, the matching members are counted. */
export function totalSql(filter: MemberFilter) {
  const { q, role, state, twoFactor } = filter
  if (q || twoFactor || role === 'owner') return sql`select count(*) as total from ${members} where ${matches(filter)}`
  return sql`
    select coalesce(sum(member_count), 0) as total from member_totals where standing <> 'departed'
      ${role ? sql`and role = ${role}` : sql``} ${state ? sql`and standing = ${standings[state]}` : sql``}`
}

/** Returns an active or suspended member's account, or null. */
export const findMemberAccount = (db: Db, id: number) => one<{ issuer: string; subject: string; isOwner: boolean }>(db)`
  select issuer, subject, is_owner as "isOwner" from member_accounts where id = ${id}`

// Only the embedded provider's accounts are in this database.
const members = sql`member_accounts member left join identity_users account
  on account.id = case when member.issuer = 'embedded' then member.subject::uuid end`

const hasFactor = sql`exists (select from identity_factors where user_id = account.id and verified_at is not null)`
const hasTwoFactor = sql`case when account.id is not null then ${hasFactor} end`
/** The accounts with and without a second factor. */
const accountsWith = {
  on: sql`select id::text from identity_users account where ${hasFactor}`,
  off: sql`select id::text from identity_users account where not ${hasFactor}`,
}

const roles = {
  owner: sql`is_owner and member.id = (select id from site_owner)`,
  admin: sql`role = 'admin'`,
  moderator: sql`role = 'moderator'`,
  member: sql`role = 'member'`,
  reader: sql`role = 'reader'`,
}
const standings = { active: 'present', waiting: 'waiting', suspended: 'suspended' }

function matches({ q, role, state, twoFactor }: MemberFilter, isCommon = false) {
  return sql`true
    ${role ? sql`and ${roles[role]}` : sql``}
    ${state ? sql`and standing = ${standings[state]}` : sql``}
    ${twoFactor ? sql`and member.issuer = 'embedded' and member.subject in (${accountsWith[twoFactor]})` : sql``}
    ${q ? sql`and ${isNamed(q, isCommon)}` : sql``}`
}

const name = sql`username || ' ' || display_name`

/** Uses indexes, unless the text is common or too short for them. */
const isNamed = (q: string, isCommon: boolean) =>
  isCommon || Array.from(q.toLowerCase()).length < 3
    ? sql`(${contains(name, q)} or ${contains(sql`account.email`, q)})`
    : sql`member.id in (
        select id from member_accounts where ${mayContain(name, q)} and ${contains(name, q)}
        union all
        select member.id from identity_users account
        join member_accounts member on (issuer, subject) = ('embedded', account.id::text)
        where ${mayContain(sql`email`, q)} and ${contains(sql`email`, q)})`

type Sql = ReturnType<typeof sql>
const contains = (text: Sql, part: string) => sql`strpos(lower(${text}), lower(${part})) > 0`
const mayContain = (text: Sql, part: string) => sql`trigrams_of(${text}) @> trigrams_of(${part})`
