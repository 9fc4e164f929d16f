import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { type DraftComment, maxDraftComments } from './shared-drafts.contract.ts'

const dayMs = 86_400_000

/** The draft that a comment is about. */
interface CommentedDraft {
  ownerId: number
  key: string
}

/** Returns the comments on the draft, oldest first, excluding those by suspended members. */
export const listDraftComments = async (db: Db, { ownerId, key }: CommentedDraft): Promise<DraftComment[]> =>
  (
    await many<CommentRow>(db)`
      ${commentRows} where owner_id = ${ownerId} and draft_key = ${key} and ${isShown} order by comment.id`
  ).map(presented)

export interface NewDraftComment extends CommentedDraft {
  /** Null for a visitor. */
  memberId: number | null
  authorName: string
  content: string
  contentHtml: string
}

/** Adds a comment to the draft with the token, and notifies the draft's author. Call it in a transaction.
 *  @returns the comment; null if the draft already has {@link maxDraftComments} */
export async function addDraftComment(db: Db, token: string, comment: NewDraftComment): Promise<DraftComment | null> {
  const { ownerId, key, memberId, authorName } = comment
  await run(db)`select from draft_links where token = ${token} for update`
  const row = await one<{ id: number }>(db)`
    with added as (
      insert into draft_comments (owner_id, draft_key, member_id, author_name, content, content_html)
      select ${ownerId}::int, ${key}::text, ${memberId}::int, ${authorName}::text, ${comment.content}::text,
        ${comment.contentHtml}::text
      where (select count(*) from draft_comments
        where owner_id = ${ownerId} and draft_key = ${key} and deleted_at is null) < ${maxDraftComments}::int
      returning *)
    select id, ${notifyOwner} from added comment`
  return row && findDraftComment(db, row.id)
}

export const findDraftComment = async (db: Db, id: number): Promise<DraftComment | null> => {
  const row = await one<CommentRow>(db)`${commentRows} where comment.id = ${id} and comment.deleted_at is null`
  return row && presented(row)
}

/** Returns whether the member wrote the draft and whether they wrote the comment; null if there is no such comment. */
export const findRoles = (db: Db, id: number, memberId: number) => one<{ isOwner: boolean; isWriter: boolean }>(db)`
  select owner_id = ${memberId} as "isOwner", member_id is not distinct from ${memberId}::int as "isWriter"
  from draft_comments where id = ${id} and deleted_at is null`

/** Marks the comment as resolved or open. */
export const setResolved = (db: Db, id: number, isResolved: boolean) => run(db)`
  update draft_comments set resolved_at = case when ${isResolved} then coalesce(resolved_at, now()) end
  where id = ${id}`

/** Marks the comment as deleted, and deletes the notification about it if it is unread. {@link undoDraftCommentDeletion}
 *  can restore it within a month. */
export const deleteDraftComment = (db: Db, id: number, by: number) => run(db)`
  with gone as (
    update draft_comments set deleted_at = now(), deleted_by = ${by} where id = ${id} and deleted_at is null
    returning owner_id)
  select notification_take_back(owner_id, 'draft_comment', null, ${id}::int) from gone`

/** Returns the draft with the comment that the member deleted, or null. */
export const findDeletedComment = (db: Db, id: number, by: number) => one<CommentedDraft>(db)`
  select owner_id as "ownerId", draft_key as key from draft_comments where id = ${id} and deleted_by = ${by}`

/** Reverts {@link deleteDraftComment} by the same member, and notifies the draft's author again if they had not read the
 *  notification, unless they deleted the comment themselves. Call it in a transaction.
 *  @returns null if the comment is not deleted anymore, and 'full' if the draft already has {@link maxDraftComments} */
export async function undoDraftCommentDeletion(
  db: Db,
  { ownerId, key }: CommentedDraft,
  { id, by }: { id: number; by: number },
): Promise<'restored' | 'full' | null> {
  await run(db)`select from drafts where member_id = ${ownerId} and key = ${key} for no key update`
  await run(db)`select from draft_links where member_id = ${ownerId} and draft_key = ${key} for update`
  const isFull = await one(db)`
    select from draft_comments where owner_id = ${ownerId} and draft_key = ${key} and deleted_at is null
    having count(*) >= ${maxDraftComments}`
  if (isFull) return 'full'
  const restored = await one(db)`
    with comment as (
      update draft_comments set deleted_at = null, deleted_by = null where id = ${id} and deleted_by = ${by} returning *)
    select case when comment.owner_id <> ${by} then ${notifyOwner} end from comment`
  return restored ? 'restored' : null
}

/** Deletes comments that were marked as deleted more than a month ago. */
export const sweepDraftComments = (db: Db, nowMs: number) => run(db)`
  delete from draft_comments where deleted_at < ${new Date(nowMs - 30 * dayMs)}`

/** Deletes the member's comments on other members' drafts. */
export const removeDraftCommentsOf = (db: Db, memberId: number) => run(db)`
  delete from draft_comments where member_id = ${memberId}`

/** Reports whether the draft's author or the site's owner has blocked the member. */
export const isMemberBlocked = async (db: Db, ownerId: number, memberId: number): Promise<boolean> =>
  (await one(db)`
    select from comment_blocks where (owner_id is null or owner_id = ${ownerId}) and kind = 'member'
      and value = ${memberId}::int::text`) !== null

/** Adds a notification about `comment`, unless one exists. */
const notifyOwner = sql`
  notification_tell(comment.owner_id, 'draft_comment', null, comment.id, comment.member_id, comment.author_name)`

const isShown = sql`(comment.deleted_at is null
  and (comment.member_id is null or exists (select from members where id = comment.member_id)))`

const commentRows = sql`
  select comment.id, comment.author_name as "authorName", comment.content_html as "contentHtml",
    comment.member_id is not distinct from comment.owner_id as "isDraftAuthor",
    comment.resolved_at is not null as "isResolved", comment.created_at as "createdAt",
    case when author.id is not null then jsonb_build_object('id', author.id, 'username', author.username,
      'displayName', author.display_name, 'profileImage', author.profile_image) end as user
  from draft_comments comment left join authors author on author.id = comment.member_id`

type CommentRow = Omit<DraftComment, 'createdAt'> & { createdAt: Date }

const presented = (row: CommentRow): DraftComment => ({
  ...row,
  authorName: row.user?.displayName ?? row.authorName,
  createdAt: row.createdAt.toISOString(),
})
