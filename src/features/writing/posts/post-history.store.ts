import { type Db, run } from '#kernel/db.ts'
import { renderVersion } from '#kernel/markdown/markdown.ts'

/** What a post was, before one of its changes, elsewhere. */
export interface ImportedRevision {
  title: string
  content: string
  html: string
  isTruncated: boolean
  categoryId: number
  isLongForm: boolean
  writtenAt: Date
  isOwnEdit: boolean
}

/** Gives a post that has just been brought along, and nothing else has changed, the versions that it had, oldest first.
 *  Who else edited it elsewhere is nobody here. */
export async function importHistory(
  db: Db,
  postId: number,
  { updatedAt, isOwnEdit, versions }: { updatedAt: Date; isOwnEdit: boolean; versions: ImportedRevision[] },
): Promise<void> {
  for (const [index, version] of versions.entries()) {
    await run(db)`
      insert into post_versions (post_id, number, editor_id, title, content, content_html, is_truncated, render_version,
        category_id, is_long_form, written_at)
      select id, ${index + 1}, case when ${version.isOwnEdit}::boolean then member_id end, ${version.title || null},
        ${version.content}, ${version.html}, ${version.isTruncated}::boolean, ${renderVersion}, ${version.categoryId}, ${version.isLongForm},
        ${version.writtenAt}
      from posts where id = ${postId}`
  }
  await run(db)`
    update posts set version = ${versions.length + 1}, updated_at = ${updatedAt},
      editor_id = case when ${isOwnEdit && versions.length > 0}::boolean then member_id end
    where id = ${postId}`
}
