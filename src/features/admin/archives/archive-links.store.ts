import { createHash } from 'node:crypto'
import { type Db, one, run } from '#kernel/db.ts'

/** Whose archive a link leads to. */
export interface ArchiveOwner {
  memberId: number
  username: string
  /** The address of the member's account. */
  email: string
}

/** @param secret what the link ends in, random */
export const addArchiveLink = (
  db: Db,
  secret: string,
  { memberId, email }: Pick<ArchiveOwner, 'memberId' | 'email'>,
  expiresAt: Date,
) => run(db)`
  insert into archive_links (hash, member_id, email, expires_at)
  values (${hashOf(secret)}, ${memberId}, ${email}, ${expiresAt})`

/** Uses the link up. @returns whose it was; null when there is none such, or none any more */
export const consumeArchiveLink = (db: Db, secret: string, nowMs: number) => one<ArchiveOwner>(db)`
  with taken as (
    delete from archive_links where hash = ${hashOf(secret)} and expires_at > ${new Date(nowMs)}
    returning member_id, email)
  select members.id as "memberId", username, email from taken join members on members.id = taken.member_id`

/** Removes the links to the member's archive. */
export const removeArchiveLinksOf = (db: Db, memberId: number) =>
  run(db)`delete from archive_links where member_id = ${memberId}`

/** Removes links that have expired. @returns how many */
export const sweepArchiveLinks = (db: Db, nowMs: number) =>
  run(db)`delete from archive_links where expires_at <= ${new Date(nowMs)}`

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
