import { createHash } from 'node:crypto'
import { type Db, one, run } from '#kernel/db.ts'

/** The member whose archive a link downloads. */
export interface ArchiveOwner {
  memberId: number
  username: string
  /** The email address of the account. */
  email: string
}

/** Saves a download link; only a hash of its secret is stored. */
export const addArchiveLink = (
  db: Db,
  secret: string,
  { memberId, email }: Pick<ArchiveOwner, 'memberId' | 'email'>,
  expiresAt: Date,
) => run(db)`
  insert into archive_links (hash, member_id, email, expires_at)
  values (${hashOf(secret)}, ${memberId}, ${email}, ${expiresAt})`

/** Consumes a link. @returns its owner; null if it does not exist, was used, or has expired */
export const consumeArchiveLink = (db: Db, secret: string, nowMs: number) => one<ArchiveOwner>(db)`
  with consumed as (
    delete from archive_links where hash = ${hashOf(secret)} and expires_at > ${new Date(nowMs)}
    returning member_id, email)
  select members.id as "memberId", username, email from consumed join members on members.id = consumed.member_id`

/** Deletes the links to the member's archive. */
export const removeArchiveLinksOf = (db: Db, memberId: number) =>
  run(db)`delete from archive_links where member_id = ${memberId}`

/** Deletes expired links. @returns the number of deleted links */
export const sweepArchiveLinks = (db: Db, nowMs: number) =>
  run(db)`delete from archive_links where expires_at <= ${new Date(nowMs)}`

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
