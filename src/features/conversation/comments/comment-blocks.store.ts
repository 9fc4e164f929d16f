import { type Db, many, one, run, sql } from '#kernel/db.ts'
import type { BlockKind } from './comment-blocks.contract.ts'

/** The properties that an author can be blocked by. */
export interface Traits {
  memberId: number | null
  sender: Buffer | null
  /** The hosts that the text links to, including those of the author's website and email address. */
  domains: string[]
  /** A normalized email address. */
  mailbox: string | null
}

/** Returns whether the owner of a post or the site has blocked the author. A domain includes its subdomains.
 *  @param omitsModerators ignores blocks for the whole site by members who are not administrators now */
export async function isBlocked(
  db: Db,
  ownerId: number,
  { memberId, sender, domains, mailbox }: Traits,
  omitsModerators: boolean,
): Promise<boolean> {
  const values = [
    ...(memberId === null ? [] : [`member ${memberId}`]),
    ...(sender === null ? [] : [`sender ${sender.toString('hex')}`]),
    ...(mailbox === null ? [] : [`email ${mailbox}`]),
    ...domains.flatMap(withParents).map((domain) => `domain ${domain}`),
  ]
  const found = await one(db)`
    select from comment_blocks
    where (owner_id is null or owner_id = ${ownerId}) and kind || ' ' || value = any(${values}::text[])
      and ${omitsModerators ? byAdministrators : sql`true`} limit 1`
  return found !== null
}

const byAdministrators = sql`(owner_id is not null or created_by is null
  or exists (select from members where id = created_by and role = 'admin'))`

/** Returns the host and its parent domains: 'a.b.example' and 'b.example'. */
const withParents = (host: string): string[] => {
  const labels = host.split('.')
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, index) => labels.slice(index).join('.'))
}

interface BlockRow {
  id: number
  kind: BlockKind
  label: string
  createdAt: Date
}

/** Returns the member's blocks or the site-wide blocks: newest first, at most 500. @param omitsMessages leaves
 *  out the senders of contact messages, which moderators do not see */
export async function listBlocks(db: Db, ownerId: number | null, omitsMessages = false) {
  const rows = await many<BlockRow>(db)`
    select id, kind, label, created_at as "createdAt" from comment_blocks
    where owner_id is not distinct from ${ownerId}::int and ${sourcesOf(omitsMessages)} order by id desc limit 500`
  return rows.map(present)
}

const present = (row: BlockRow) => ({ ...row, createdAt: row.createdAt.toISOString() })

interface NewBlock {
  kind: BlockKind
  value: string
  label: string
  isFromMessage: boolean
}

/** Adds a block, or updates an existing one, which counts as coming from a message only if all its sources are messages.
 *  @returns its id */
export async function block(
  db: Db,
  ownerId: number | null,
  { kind, value, label, isFromMessage }: NewBlock,
  by: number,
) {
  const row = await one<{ id: number }>(db)`
    insert into comment_blocks as before (owner_id, kind, value, label, is_from_message, created_by)
    values (${ownerId}::int, ${kind}, ${value}, ${label}, ${isFromMessage}, ${by})
    on conflict (owner_id, kind, value) do update set label = excluded.label,
      is_from_message = before.is_from_message and excluded.is_from_message returning id`
  return row!.id
}

/** Deletes one of the blocks that {@link listBlocks} returns, if it exists. */
export const unblock = (db: Db, ownerId: number | null, id: number, omitsMessages = false) => run(db)`
  delete from comment_blocks where id = ${id} and owner_id is not distinct from ${ownerId}::int
    and ${sourcesOf(omitsMessages)}`

const sourcesOf = (omitsMessages: boolean) => (omitsMessages ? sql`not is_from_message` : sql`true`)

/** Deletes all blocks that the member created and all blocks that target the member. */
export const removeBlocksOf = (db: Db, memberId: number) => run(db)`
  delete from comment_blocks where owner_id = ${memberId} or (kind = 'member' and value = ${memberId}::int::text)`
