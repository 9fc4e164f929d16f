import { type Db, many, one, run, sql } from '#kernel/db.ts'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { type ChatEntry, type ChatMessage, defaultName, isDeletion, latestMessages } from './chat.contract.ts'

/** The author: a member, or a visitor identified by a keyed hash of their network. */
export interface Writer {
  memberId: number | null
  sender: Buffer | null
}
export interface NewMessage extends Writer {
  livestreamId: number
  username: string
  message: string
}

/** Saves the message and marks its author as active. Deletes authors who have been silent for ten minutes. Must be
 *  called in a transaction. @returns null if there is no such livestream, its broadcaster has banned the author, the
 *  name is taken, or the member no longer exists */
export async function addMessage(db: Db, message: NewMessage): Promise<ChatMessage | null> {
  if (!(await lockRoom(db, message.livestreamId))) return null
  if (await findNameConflict(db, message)) return null
  const name = message.memberId === null ? message.username : `@${message.memberId}`
  const row = await one<EntryRow>(db)`
    with writer as (select id from members where id = ${message.memberId}::int for share),
    added as (
      insert into chat_messages (livestream_id, member_id, username, sender, message)
      select s.id, ${message.memberId}::int, ${message.username}, ${message.sender}::bytea, ${message.message}
      from livestreams s where s.id = ${message.livestreamId}
        and (${message.memberId}::int is null or exists (select from writer))
        and not exists (select from chat_bans b where ${isBanOf(message)} and b.owner_id = s.member_id
          and (until is null or until > now()))
      returning *),
    talking as (
      insert into chat_talkers (livestream_id, name, last_at) select livestream_id, ${name}::text, now() from added
      on conflict (livestream_id, name) do update set last_at = excluded.last_at),
    silent as (
      delete from chat_talkers using added where chat_talkers.livestream_id = added.livestream_id and name <> ${name}
        and last_at <= now() - interval '10 minutes')
    select ${entryColumns} from added m ${entryTables}`
  return row && toMessage(row)
}

/** Locks the chat until the end of the transaction, so that ids are committed in order. */
const lockRoom = (db: Db, livestreamId: number) => one(db)`
  select from chat_rooms where livestream_id = ${livestreamId} for no key update`

export const isBanOf = ({ memberId, sender }: Writer) =>
  memberId === null ? sql`b.sender = ${sender}` : sql`b.member_id = ${memberId}`

export interface MessageRow {
  id: number
  username: string
  message: string
  timestamp: Date
  user: PublicAuthor | null
  isBroadcaster: boolean
}
interface EntryRow extends MessageRow {
  deletedIds: number[] | null
}

/** Columns of a {@link MessageRow} except `isBroadcaster`, for the message `m` and its author in `members`. */
export const messageColumns = sql`
  m.id, coalesce(members.display_name, m.username) as username, m.message, m.created_at as "timestamp",
  case when members.id is not null then json_build_object('id', members.id, 'username', members.username,
    'displayName', members.display_name, 'profileImage', members.profile_image) end as user`

/** Excludes messages from suspended members. */
export const isShown = sql`(m.member_id is null or members.id is not null)`

const entryColumns = sql`${messageColumns}, coalesce(m.member_id = s.member_id, false) as "isBroadcaster",
  to_json(m.deleted_ids) as "deletedIds"`
const entryTables = sql`
  join livestreams_with_hidden s on s.id = m.livestream_id left join members on members.id = m.member_id`

const entries = (livestreamId: number) => sql`
  select ${entryColumns} from chat_messages m ${entryTables} where m.livestream_id = ${livestreamId} and ${isShown}`

/** Lists the newest `count` messages and deletions, oldest first. */
export const listLatestEntries = async (db: Db, livestreamId: number, count: number): Promise<ChatEntry[]> =>
  (await many<EntryRow>(db)`${latestEntriesQuery(livestreamId, count)}`).toReversed().map(toEntry)

/** Lists the messages for a new reader, oldest first. */
export const listLatestMessages = async (db: Db, livestreamId: number): Promise<ChatMessage[]> =>
  (await listLatestEntries(db, livestreamId, latestMessages * 2))
    .filter((entry): entry is ChatMessage => !isDeletion(entry))
    .slice(-latestMessages)

export const latestEntriesQuery = (livestreamId: number, count: number) =>
  sql`${entries(livestreamId)} order by m.id desc limit ${count}`

/** Lists at most `count` messages and deletions after the given id, in order. */
export const listEntriesAfter = async (db: Db, livestreamId: number, after: number, count: number) =>
  (await many<EntryRow>(db)`${entriesAfterQuery(livestreamId, after, count)}`).map(toEntry)

export const entriesAfterQuery = (livestreamId: number, after: number, count: number) =>
  sql`${entries(livestreamId)} and m.id > ${after} order by m.id limit ${count}`

const toEntry = (row: EntryRow): ChatEntry =>
  row.deletedIds ? { id: row.id, deletedIds: row.deletedIds } : toMessage(row)

export const toMessage = ({ id, username, message, timestamp, user, isBroadcaster }: MessageRow): ChatMessage => ({
  id,
  username,
  message,
  timestamp: timestamp.toISOString(),
  user,
  isBroadcaster,
})

/** Returns why a visitor may not use the name; null if they may. `reserved`: it is, or looks like, the name of a member
 *  or a role. `in use`: another visitor has written under it in this chat in the last ten minutes. */
export async function findNameConflict(
  db: Db,
  message: Omit<NewMessage, 'message'>,
): Promise<'reserved' | 'in use' | null> {
  if (message.memberId !== null || message.username === defaultName) return null
  const row = await one<{ conflict: 'reserved' | 'in use' | null }>(db)`
    select case when exists (${reservedNameQuery(message.username)}) then 'reserved'
      when exists (${usedNameQuery(message)}) then 'in use' end as conflict`
  return row!.conflict
}

const roleNames = ['Broadcaster', 'Moderator', 'Mod', 'Admin', 'Administrator', 'Owner', 'Staff', 'Support', 'System']

export const reservedNameQuery = (name: string) => sql`
  select from authors where (chat_name_look(username) = chat_name_look(${name})
    or chat_name_look(display_name) = chat_name_look(${name})) and chat_name_look(${name}) <> ''
  union all select from former_usernames
    where chat_name_look(username) = chat_name_look(${name}) and chat_name_look(${name}) <> ''
  union all select from unnest(${roleNames}::text[]) role where chat_name_look(role) = chat_name_look(${name}) limit 1`

export const usedNameQuery = ({ livestreamId, username, sender }: Omit<NewMessage, 'message'>) => sql`
  select from chat_talkers where livestream_id = ${livestreamId} and name = ${username}
    and last_at > now() - interval '10 minutes'
    and ${sender}::bytea <> (select m.sender from chat_messages m where m.livestream_id = ${livestreamId}
      and m.member_id is null and m.username = ${username} and m.deleted_ids is null order by m.id desc limit 1)`

/** Must be called in a transaction. @returns whether there was such a message */
export const deleteMessage = (db: Db, livestreamId: number, id: number): Promise<boolean> =>
  removeMessages(db, livestreamId, sql`id = ${id}`)

/** Deletes messages and records the deletion for readers. Must be called in a transaction. @returns whether there were
 *  any */
export async function removeMessages(db: Db, livestreamId: number, which: ReturnType<typeof sql>): Promise<boolean> {
  if (!(await lockRoom(db, livestreamId))) return false
  const deletions = await run(db)`
    with gone as (delete from chat_messages
      where livestream_id = ${livestreamId} and deleted_ids is null and ${which} returning id)
    insert into chat_messages (livestream_id, username, message, deleted_ids)
    select ${livestreamId}, '', '', ids from (select array_agg(id order by id) as ids from gone) as listed
    where ids is not null`
  return deletions > 0
}

/** Hides the member's messages from current readers by recording a deletion, without deleting the messages. */
export async function hideMessagesOf(db: Db, memberId: number): Promise<void> {
  const chats = await many<{ id: number; ids: number[] }>(db)`
    select livestream_id as id, to_json(array_agg(id)) as ids from chat_messages
    where member_id = ${memberId} group by livestream_id order by livestream_id`
  for (const { id, ids } of chats) {
    await lockRoom(db, id)
    await run(db)`insert into chat_messages (livestream_id, username, message, deleted_ids)
      values (${id}, '', '', ${ids}::bigint[])`
  }
}

/** Deletes the member's messages, the bans they imposed, and the bans against them. */
export async function removeChatOf(db: Db, memberId: number): Promise<void> {
  await hideMessagesOf(db, memberId)
  await run(db)`delete from chat_messages where member_id = ${memberId}`
  await run(db)`delete from chat_bans where member_id = ${memberId} or owner_id = ${memberId}`
}
