import { type Db, many, one } from '#kernel/db.ts'

/** Returns the keys of the post's imported comments. `commentId`: null if it was deleted here. */
export const listImportedKeys = (db: Db, postId: number) => many<{ key: string; commentId: number | null }>(db)`
  select source_key as key, comment_id as "commentId" from imported_comments where post_id = ${postId}`

/** A comment imported from another site. */
interface NewImportedComment {
  postId: number
  key: string
  parentId: number | null
  authorName: string
  authorUrl: string
  content: string
  contentHtml: string
  createdAt: Date
}

/** Inserts an approved comment unless it was already imported. @returns its id; null if the post does not exist or
 *  already has the comment */
export async function addImportedComment(db: Db, comment: NewImportedComment): Promise<number | null> {
  const row = await one<{ id: number }>(db)`
    with added as (
      insert into all_comments (post_id, owner_id, parent_id, author_name, author_url, content, content_html, status,
        is_imported, created_at, moderated_at)
      select id, member_id, ${comment.parentId}::int, ${comment.authorName}, ${comment.authorUrl}, ${comment.content},
        ${comment.contentHtml}, 'approved', true, ${comment.createdAt}::timestamptz, now()
      from posts_with_hidden where id = ${comment.postId}
        and not exists (select from imported_comments where post_id = ${comment.postId} and source_key = ${comment.key})
      returning id, post_id)
    insert into imported_comments (post_id, source_key, comment_id) select post_id, ${comment.key}, id from added
    returning comment_id as id`
  return row?.id ?? null
}
