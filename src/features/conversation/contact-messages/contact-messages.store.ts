import type { Locale } from '#messages/locales.ts'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { totalPagesOf } from '#schemas/paging.contract.ts'
import {
  type ContactMessage,
  type MessageChange,
  messageDays,
  type MessageInput,
  type MessageList,
  type MessageQuery,
  spamDays,
} from './contact-messages.contract.ts'
import type { MessageFolder } from './message-folders.contract.ts'

/** Returns the site's owner with their account; null on an empty site. */
export const findOwner = (db: Db) => one<SiteOwner>(db)`
  select id, issuer, subject, locale from members left join member_languages on member_id = id
  where id = (select id from site_owner)`

interface SiteOwner {
  id: number
  issuer: string
  subject: string
  /** Null: unknown. */
  locale: Locale | null
}

type NewMessage = Pick<MessageInput, 'name' | 'email' | 'message'> & Pick<ContactMessage, 'folder' | 'doubts'>

/** Inserts a message. @returns its id */
export async function insertMessage(db: Db, { name, email, message, folder, doubts }: NewMessage): Promise<number> {
  const row = await one<{ id: number }>(db)`
    insert into contact_messages (name, email, message, folder, doubts)
    values (${name}, ${email}, ${message}, ${folder}, ${doubts}::text[]) returning id`
  return row!.id
}

/** Returns a page of a folder, newest messages first. */
export async function listMessages(db: Db, { folder, page, limit }: MessageQuery): Promise<MessageList> {
  const rows = await many<{ folder: MessageFolder; count: number; unread: number }>(db)`
    select folder, count(*) as count, count(*) filter (where read_at is null) as unread
    from contact_messages group by folder`
  const found = Object.fromEntries(rows.map(({ folder: name, count }) => [name, count]))
  const counts = { inbox: 0, archive: 0, spam: 0, ...found }
  const messages = await many<Row>(db)`
    ${columns} where folder = ${folder} order by id desc limit ${limit} offset ${(page - 1) * limit}`
  const total = counts[folder]
  return {
    messages: messages.map(present),
    counts,
    unread: rows.find((one) => one.folder === 'inbox')?.unread ?? 0,
    page,
    totalPages: totalPagesOf(total, limit),
    total,
  }
}

/** Changes a message. @returns null if it does not exist */
export async function updateMessage(db: Db, id: number, { isRead, folder }: MessageChange) {
  const row = await one<Row>(db)`
    with changed as (
      update contact_messages set folder = coalesce(${folder ?? null}, folder),
        read_at = case when ${isRead ?? null}::boolean then coalesce(read_at, now())
          when ${isRead ?? null}::boolean is null then read_at end
      where id = ${id} returning *)
    ${columnsOf(sql`changed`)}`
  return row && present(row)
}

/** @returns the number of deleted rows */
export const removeMessage = (db: Db, id: number) => run(db)`delete from contact_messages where id = ${id}`

/** Deletes all messages, when the site's owner deletes their account. */
export const removeMessages = (db: Db) => run(db)`delete from contact_messages`

/** Deletes messages that are too old to keep. */
export const sweepMessages = (db: Db, nowMs: number) => run(db)`
  delete from contact_messages where created_at < ${daysBefore(nowMs, messageDays)}
    or (folder = 'spam' and created_at < ${daysBefore(nowMs, spamDays)})`

const daysBefore = (nowMs: number, days: number) => new Date(nowMs - days * 86_400_000)

/** Marks the message as emailed. @returns null if it already was, no longer exists, or is spam */
export const claimEmail = (db: Db, id: number) => one<Pick<ContactMessage, 'name' | 'email' | 'message'>>(db)`
  update contact_messages set emailed_at = now() where id = ${id} and emailed_at is null and folder <> 'spam'
  returning name, email, message`

/** Reverts {@link claimEmail} after a failure. */
export const releaseEmail = (db: Db, id: number) => run(db)`
  update contact_messages set emailed_at = null where id = ${id}`

type Row = Omit<ContactMessage, 'createdAt'> & { createdAt: Date }

const columnsOf = (table: ReturnType<typeof sql>) => sql`
  select id, name, email, message, folder, read_at is not null as "isRead", doubts, created_at as "createdAt"
  from ${table}`
const columns = columnsOf(sql`contact_messages`)

const present = ({ createdAt, ...row }: Row): ContactMessage => ({ ...row, createdAt: createdAt.toISOString() })
