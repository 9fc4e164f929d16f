import { type Db, many, one, sql } from '#kernel/db.ts'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import type { ChatBan } from './chat-bans.contract.ts'
import { isBanOf, removeMessages, type Writer } from './chat.store.ts'
import type { Role } from '#schemas/roles.contract.ts'

interface MessageWriter extends Writer {
  name: string
  role: Role | null
}

/** Finds the message's author. */
export const findWriter = (db: Db, livestreamId: number, messageId: number) => one<MessageWriter>(db)`
  select m.member_id as "memberId", sender, coalesce(display_name, m.username) as name, role
  from chat_messages m left join authors on authors.id = m.member_id
  where m.id = ${messageId} and livestream_id = ${livestreamId} and deleted_ids is null`

interface NewBan {
  livestreamId: number
  ownerId: number
  writer: Writer & { name: string }
  /** Null for a permanent ban, which also deletes the author's messages in this chat. */
  until: Date | null
}

/** Bans the author from the owner's chats. A shorter ban never replaces a longer one. Must be called in a
 *  transaction. */
export async function ban(db: Db, { livestreamId, ownerId, writer, until }: NewBan): Promise<ChatBan> {
  const { memberId, sender, name } = writer
  const row = await one<{ id: number }>(db)`
    insert into chat_bans as bans (owner_id, member_id, sender, name, until)
    values (${ownerId}, ${memberId}::int, ${sender}::bytea, ${name}, ${until}::timestamptz)
    on conflict (owner_id, member_id, sender) do update set name = excluded.name,
      until = case when bans.until is null or excluded.until is null then null
        else greatest(bans.until, excluded.until) end
    returning id`
  if (until === null) await removeMessages(db, livestreamId, isWrittenBy(writer))
  return toBan((await one<BanRow>(db)`${bans} where b.id = ${row!.id}`)!)
}

const isWrittenBy = ({ memberId, sender }: Writer) =>
  memberId === null ? sql`sender = ${sender}` : sql`member_id = ${memberId}`

/** Finds the author's current ban. */
export const findBan = (db: Db, ownerId: number, writer: Writer) => one<{ until: Date | null }>(db)`
  select until from chat_bans b
  where b.owner_id = ${ownerId} and ${isBanOf(writer)} and (until is null or until > now()) limit 1`

/** Lists current bans, newest first, at most 500. */
export const listBans = async (db: Db, ownerId: number): Promise<ChatBan[]> =>
  (
    await many<BanRow>(db)`
      ${bans} where owner_id = ${ownerId} and (until is null or until > now()) order by b.id desc limit 500`
  ).map(toBan)

/** @returns the banned author's member id (null for a visitor); null if there was no such ban */
export const unban = (db: Db, ownerId: number, id: number) =>
  one<{ memberId: number | null }>(db)`
    delete from chat_bans where id = ${id} and owner_id = ${ownerId} returning member_id as "memberId"`

interface BanRow {
  id: number
  name: string
  user: PublicAuthor | null
  until: Date | null
  createdAt: Date
}

const bans = sql`
  select b.id, b.name, b.until, b.created_at as "createdAt",
    case when members.id is not null then json_build_object('id', members.id, 'username', members.username,
      'displayName', members.display_name, 'profileImage', members.profile_image) end as user
  from chat_bans b left join members on members.id = b.member_id`

const toBan = ({ until, createdAt, ...row }: BanRow): ChatBan => ({
  ...row,
  until: until?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})
