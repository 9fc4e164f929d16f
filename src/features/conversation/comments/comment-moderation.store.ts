import { type Db, many, one, run } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import { moderatedComments, moderatedMentions } from '#kernel/moderation.store.ts'
import type { Role } from '#schemas/roles.contract.ts'
import type { QueueStatus } from './comment-moderation.contract.ts'

export interface QueuedAuthor {
  memberId: number | null
  sender: Buffer | null
  authorName: string
  authorUrl: string
  /** Null for a visitor. */
  role: Role | null
}

/** Returns a comment's author; null if the member does not moderate it. */
export const findQueued = (db: Db, moderator: Member, id: number) => one<QueuedAuthor>(db)`
  select member_id as "memberId", sender, author_url as "authorUrl",
    (select role from authors where authors.id = member_id) as role,
    coalesce((select username from authors where authors.id = member_id), author_name) as "authorName"
  from comments where id = ${id} and ${moderatedComments(moderator)}`

/** Returns the host of a webmention's source URL; null if the member does not moderate it. */
export const findQueuedHost = (db: Db, moderator: Member, id: number) => one<{ host: string }>(db)`
  select source_host as host from webmentions where id = ${id} and state = 'verified' and ${moderatedMentions(moderator)}`

/** Returns the email address of a contact message's sender; null unless the member is the site's owner. */
export const findMessageSender = (db: Db, moderator: Member, id: number) => one<{ email: string }>(db)`
  select email from contact_messages where id = ${id} and (select site_owner.id from site_owner) = ${moderator.id}`

/** Changes the status of the given comments that the member may moderate. Only the author can restore a comment that
 *  they deleted. @returns those comments; `hasChanged`: whether the status changed; `isNew`: whether the comment was
 *  not visible before */
export const decide = (db: Db, moderator: Member, ids: number[], status: QueueStatus | 'deleted') =>
  many<{ id: number; postId: number | null; memberId: number | null; hasChanged: boolean; isNew: boolean }>(db)`
  with before as (
    select id, status from comments where id = any(${ids}::int[]) and ${moderatedComments(moderator)}
      and not (status = 'deleted' and moderated_by = member_id and member_id <> ${moderator.id}) is true
    for no key update)
  update comments set status = ${status}, moderated_at = now(), moderated_by = ${moderator.id},
    status_before_deletion = null, moderator_before_deletion = null
  from before where comments.id = before.id
  returning comments.id, post_id as "postId", member_id as "memberId", comments.status <> before.status as "hasChanged",
    comments.status = 'approved' and before.status <> 'approved' as "isNew"`

const dayMs = 86_400_000

/** Deletes comments that were marked as deleted more than a month ago, and spam older than three months. */
export const sweepComments = (db: Db, nowMs: number) => run(db)`
  delete from all_comments where (status = 'deleted' and moderated_at < ${new Date(nowMs - 30 * dayMs)})
    or (status = 'spam' and created_at < ${new Date(nowMs - 90 * dayMs)})`
