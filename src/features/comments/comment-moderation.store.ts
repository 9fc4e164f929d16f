import type { RawBuilder } from 'kysely'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import type { QueueStatus } from './comment-moderation.contract.ts'

/** What the member moderates: everything as an administrator, else what is said about their own posts. */
const scopeOf = ({ id, role }: Member): RawBuilder<unknown> => (role === 'admin' ? sql`true` : sql`owner_id = ${id}`)

export interface QueuedAuthor {
  memberId: number | null
  sender: Buffer | null
  authorName: string
  authorUrl: string
}

/** Who wrote the comment; null when it is not theirs to see. */
export const findQueued = (db: Db, moderator: Member, id: number) => one<QueuedAuthor>(db)`
  select member_id as "memberId", sender, author_url as "authorUrl",
    coalesce((select username from all_members where all_members.id = member_id), author_name) as "authorName"
  from comments where id = ${id} and ${scopeOf(moderator)}`

/** The site that the webmention comes from; null when it is not theirs to see. */
export const findQueuedHost = (db: Db, moderator: Member, id: number) => one<{ host: string }>(db)`
  select source_host as host from webmentions where id = ${id} and state = 'verified' and ${scopeOf(moderator)}`

/** Puts those of the comments that the moderator moderates into the status. What its author took back stays gone for
 *  everybody else. @returns which these are; `isNew`: everybody sees it from now on */
export const decide = (db: Db, moderator: Member, ids: number[], status: QueueStatus | 'deleted') =>
  many<{ id: number; postId: number; isNew: boolean }>(db)`
  with before as (
    select id, status from comments where id = any(${ids}::int[]) and ${scopeOf(moderator)}
      and not (status = 'deleted' and moderated_by = member_id and member_id <> ${moderator.id}) is true
    for no key update)
  update comments set status = ${status}, moderated_at = now(), moderated_by = ${moderator.id}
  from before where comments.id = before.id
  returning comments.id, post_id as "postId", comments.status = 'approved' and before.status <> 'approved' as "isNew"`

const dayMs = 86_400_000

/** Removes for good what was deleted a month ago, and spam of three months ago. */
export const sweepComments = (db: Db, nowMs: number) => run(db)`
  delete from all_comments where (status = 'deleted' and moderated_at < ${new Date(nowMs - 30 * dayMs)})
    or (status = 'spam' and created_at < ${new Date(nowMs - 90 * dayMs)})`
