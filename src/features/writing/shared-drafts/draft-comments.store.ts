import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { type DraftComment, maxDraftComments } from './shared-drafts.contract.ts'

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
      where (select count(*) from draft_comments where owner_id = ${ownerId} and draft_key = ${key})
        < ${maxDraftComments}::int
      returning id)
    select id, notification_tell(${ownerId}::int, 'draft_comment', null, id, ${memberId}::int, ${authorName}::text)
    from added`
  return row && findDraftComment(db, row.id)
}

export const findDraftComment = async (db: Db, id: number): Promise<DraftComment | null> => {
  const row = await one<CommentRow>(db)`${commentRows} where comment.id = ${id}`
  return row && presented(row)
}

/** Returns whether the member wrote the draft and whether they wrote the comment; null if there is no such comment. */
export const findRoles = (db: Db, id: number, memberId: number) => one<{ isOwner: boolean; isWriter: boolean }>(db)`
  select owner_id = ${memberId} as "isOwner", member_id is not distinct from ${memberId}::int as "isWriter"
  from draft_comments where id = ${id}`

/** Marks the comment as resolved or open. */
export const setResolved = (db: Db, id: number, isResolved: boolean) => run(db)`
  update draft_comments set resolved_at = case when ${isResolved} then coalesce(resolved_at, now()) end
  where id = ${id}`

/** Deletes the comment, and the notification about it if it is unread. */
export const deleteDraftComment = (db: Db, id: number) => run(db)`
  with gone as (delete from draft_comments where id = ${id} returning owner_id)
  select notification_take_back(owner_id, 'draft_comment', null, ${id}::int) from gone`

/** Deletes the member's comments on other members' drafts. */
export const removeDraftCommentsOf = (db: Db, memberId: number) => run(db)`
  delete from draft_comments where member_id = ${memberId}`

/** Reports whether the draft's author or the site's owner has blocked the member. */
export const isMemberBlocked = async (db: Db, ownerId: number, memberId: number): Promise<boolean> =>
  (await one(db)`
    select from comment_blocks where (owner_id is null or owner_id = ${ownerId}) and kind = 'member'
      and value = ${memberId}::int::text`) !== null

const isShown = sql`(comment.member_id is null or exists (select from members where id = comment.member_id))`

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
