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

/** Returns the member's blocks or the site-wide blocks: newest first, at most 500. @param omitsEmails leaves out the
 *  email addresses from contact messages, which moderators do not see */
export async function listBlocks(db: Db, ownerId: number | null, omitsEmails = false) {
  const rows = await many<BlockRow>(db)`
    select id, kind, label, created_at as "createdAt" from comment_blocks
    where owner_id is not distinct from ${ownerId}::int and ${kindsOf(omitsEmails)} order by id desc limit 500`
  return rows.map(present)
}

const present = (row: BlockRow) => ({ ...row, createdAt: row.createdAt.toISOString() })

interface NewBlock {
  kind: BlockKind
  value: string
  label: string
}

/** Adds a block, or updates the label of an existing one. @returns its id */
export async function block(db: Db, ownerId: number | null, { kind, value, label }: NewBlock, by: number) {
  const row = await one<{ id: number }>(db)`
    insert into comment_blocks (owner_id, kind, value, label, created_by)
    values (${ownerId}::int, ${kind}, ${value}, ${label}, ${by})
    on conflict (owner_id, kind, value) do update set label = excluded.label returning id`
  return row!.id
}

/** Deletes one of the blocks that {@link listBlocks} returns, if it exists. */
export const unblock = (db: Db, ownerId: number | null, id: number, omitsEmails = false) => run(db)`
  delete from comment_blocks where id = ${id} and owner_id is not distinct from ${ownerId}::int
    and ${kindsOf(omitsEmails)}`

const kindsOf = (omitsEmails: boolean) => (omitsEmails ? sql`kind <> 'email'` : sql`true`)

/** Deletes all blocks that the member created and all blocks that target the member. */
export const removeBlocksOf = (db: Db, memberId: number) => run(db)`
  delete from comment_blocks where owner_id = ${memberId} or (kind = 'member' and value = ${memberId}::int::text)`
