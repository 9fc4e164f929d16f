import { type Db, many, one, run, sql } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import { mayActAgainst, type Role } from '#schemas/roles.contract.ts'
import { totalPagesOf } from '#schemas/paging.contract.ts'
import type { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import type { Comment, CommentDoubt, CommentList, CommentListQuery } from './comments.contract.ts'

/** A comment to insert. */
export interface NewComment {
  /** Null for an entry in the guestbook. */
  postId: number | null
  parentId: number | null
  memberId: number | null
  authorName: string
  authorUrl: string
  content: string
  contentHtml: string
  source: string | null
  status: CommentStatus
  doubts: readonly CommentDoubt[]
  /** A keyed hash of a visitor's network. */
  sender: Buffer | null
}
export type CommentStatus = 'pending' | 'approved' | 'spam' | 'deleted'

/** Inserts a comment. A reply to a reply gets the same parent as that reply. Locks the member's row, so that a
 *  concurrent suspension hides the comment too. @returns the comment for {@link presentComment}; null if the post, the
 *  parent, or the member does not exist, or if the site has no owner yet */
export async function addComment(db: Db, comment: NewComment): Promise<CommentRow | null> {
  const { postId, authorName, authorUrl, content, contentHtml, status } = comment
  const row = await one<InsertedRow>(db)`
    with writer as (
      select id, username, display_name, profile_image, role from members where id = ${comment.memberId}::int for share),
    target as (${targetOf(postId)}),
    added as (
      insert into comments (post_id, owner_id, parent_id, member_id, author_name, author_url, content, content_html,
        source, status, doubts, sender, moderated_at)
      select target.id, target.owner_id, coalesce(answered.parent_id, answered.id), ${comment.memberId}::int,
        ${comment.authorName}::text, ${comment.authorUrl}::text, ${comment.content}::text, ${comment.contentHtml}::text,
        ${comment.source}::text, ${comment.status}::text,
        ${comment.doubts}::text[], ${comment.sender}::bytea, case ${comment.status} when 'approved' then now() end
      from target left join comments answered on answered.id = ${comment.parentId}::int
        and answered.post_id is not distinct from target.id and answered.status = 'approved'
      where (${comment.parentId}::int is null or answered.id is not null)
        and (${comment.memberId}::int is null or exists (select from writer))
      returning id, parent_id, owner_id, created_at)
    select added.id, added.owner_id as "ownerId", added.created_at as "createdAt", writer.role as "authorRole",
      (select id from comments where id = added.parent_id and status = 'approved') as "parentId",
      case when writer.id is not null then jsonb_build_object('id', writer.id, 'username', writer.username,
        'displayName', writer.display_name, 'profileImage', writer.profile_image) end as "user"
    from added left join writer on true`
  return row && { postId, authorName, authorUrl, content, contentHtml, status, ...row }
}

type InsertedRow = Pick<CommentRow, 'id' | 'ownerId' | 'createdAt' | 'authorRole' | 'parentId' | 'user'>

/** Selects the post and its author; for the guestbook, no post and the site's owner. */
const targetOf = (postId: number | null) => sql`
  select id, member_id as owner_id from readable_posts where id = ${postId}::int
  union all select null, id from site_owner where ${postId}::int is null and id is not null`

/** Returns the post's author or, for the guestbook, the site's owner. Returns null if there is no such post or no
 *  owner yet. */
export const findCommentTarget = (db: Db, postId: number | null) => one<{ ownerId: number }>(db)`
  select owner_id as "ownerId" from (${targetOf(postId)}) target`

/** Returns whether the post's owner, an administrator, or a moderator has ever approved a comment by the member. Approvals
 *  by anyone else do not count, nor do guestbook entries that a previous owner approved, unless they still moderate. */
export const hasApprovedComment = async (db: Db, memberId: number, ownerId: number): Promise<boolean> =>
  (await one(db)`
    select from comments where member_id = ${memberId} and status = 'approved' and ((owner_id = ${ownerId} and post_id is not null)
      or moderated_by in (select id from members where role in ('moderator', 'admin'))) limit 1`) !== null

/** Returns a page of either published or pending comments, oldest first. @param total the number of all of them, if it is
 *  known */
export async function listComments(
  db: Db,
  postId: number,
  {
    page,
    limit,
    status,
    total: known,
  }: Pick<CommentListQuery, 'page' | 'limit'> & Partial<CommentListQuery> & { total?: number },
  viewer: Member | null,
): Promise<CommentList> {
  const which = sql`post_id = ${postId} and status = ${status === 'pending' ? sql.lit('pending') : sql.lit('approved')}`
  const counted =
    status === 'pending'
      ? sql`select count(*)::int as total from comments where ${which}`
      : sql`select comment_count as total from comment_counts where post_id = ${postId}`
  const total = known ?? (await one<{ total: number }>(db)`${counted}`)?.total ?? 0
  const rows = total
    ? await many<CommentRow>(db)`
        with page as (select id from comments where ${which}
          order by coalesce(parent_id, id), id limit ${limit} offset ${(page - 1) * limit})
        ${commentRows(sql`from page join comments using (id)`)}
        order by coalesce(comments.parent_id, comments.id), comments.id`
    : []
  return {
    comments: rows.map((row) => presentComment(row, viewer)),
    page,
    totalPages: totalPagesOf(total, limit),
    total,
  }
}

/** Returns the comment for the viewer; null if it does not exist or is deleted. Does not check who may see it. */
export async function findComment(db: Db, id: number, viewer: Member | null): Promise<Comment | null> {
  const row = await one<CommentRow>(
    db,
  )`${commentRows(sql`from comments`)} where comments.id = ${id} and comments.status <> 'deleted'`
  return row && presentComment(row, viewer)
}

/** Marks the comment as deleted and keeps its replies. {@link undoDeletion} can restore it within a month. */
export const deleteComment = (db: Db, id: number, by: number) => run(db)`
  update comments set status = 'deleted', moderated_at = now(), moderated_by = ${by},
    status_before_deletion = status, moderator_before_deletion = moderated_by
  where id = ${id} and status <> 'deleted'`

/** Reverts {@link deleteComment} by the same member. @returns the comment's status; null if they have not deleted it */
export const undoDeletion = (db: Db, id: number, by: number) => one<{ status: Exclude<CommentStatus, 'deleted'> }>(db)`
  update comments set status = status_before_deletion, moderated_at = now(), moderated_by = moderator_before_deletion,
    status_before_deletion = null, moderator_before_deletion = null
  where id = ${id} and status = 'deleted' and moderated_by = ${by} and status_before_deletion is not null
  returning status`

/** Deletes all of the member's comments and, for the site's owner, the guestbook. */
export const removeCommentsOf = (db: Db, memberId: number) => run(db)`
  delete from all_comments where member_id = ${memberId} or (post_id is null and owner_id = ${memberId})`

/** Hides all of the member's comments. */
export const hideCommentsOf = (db: Db, memberId: number) => run(db)`
  update all_comments set is_withheld = true where member_id = ${memberId} and not is_withheld`

/** Reverts {@link hideCommentsOf}. */
export const unhideCommentsOf = (db: Db, memberId: number) => run(db)`
  update all_comments set is_withheld = false where member_id = ${memberId} and is_withheld`

/** Changes the time of a demo comment. */
export const backdateComment = (db: Db, id: number, createdAt: Date) => run(db)`
  update comments set created_at = ${createdAt} where id = ${id}`

export interface CommentRow extends Pick<Comment, 'id' | 'postId' | 'parentId' | 'authorName' | 'authorUrl'> {
  content: string
  contentHtml: string
  status: CommentStatus
  createdAt: Date
  ownerId: number
  user: PublicAuthor | null
  authorRole: Role | null
}

/** Selects comments with their authors, for {@link presentComment}. @param tables the from clause */
export const commentRows = (tables: ReturnType<typeof sql>) => sql`
  select comments.id, comments.post_id as "postId", answered.id as "parentId", comments.author_name as "authorName",
    comments.author_url as "authorUrl", comments.content, comments.content_html as "contentHtml", comments.status,
    comments.created_at as "createdAt", comments.owner_id as "ownerId",
    author.role as "authorRole",
    case when comments.member_id is not null then jsonb_build_object('id', author.id, 'username', author.username,
      'displayName', author.display_name, 'profileImage', author.profile_image) end as "user"
  ${tables} left join authors author on author.id = comments.member_id
    left join comments answered on answered.id = comments.parent_id and answered.status = 'approved'`

/** Returns the comment as the viewer sees it. */
export function presentComment(
  { status, ownerId, createdAt, user, authorRole, ...comment }: CommentRow,
  viewer: Member | null,
): Comment {
  return {
    ...comment,
    authorName: user?.displayName ?? comment.authorName,
    authorPhoto: user?.profileImage ?? null,
    user,
    isPostAuthor: user?.id === ownerId,
    published: status === 'approved',
    createdAt: createdAt.toISOString(),
    canDelete:
      viewer !== null &&
      (viewer.id === ownerId || viewer.id === user?.id || mayActAgainst(viewer, authorRole && { role: authorRole })),
  }
}
