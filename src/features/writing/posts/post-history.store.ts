import { type Db, run } from '#kernel/db.ts'
import { renderVersion } from '#kernel/markdown/render-version.ts'
import type { ImportedHistory } from './imported-history.contract.ts'

/** Adds the history of a post that was just imported. Edits by anyone but the author have no known editor here. */
export async function importHistory(
  db: Db,
  postId: number,
  { updatedAt, isOwnEdit, revisions }: ImportedHistory,
): Promise<void> {
  for (const [index, version] of revisions.entries()) {
    await run(db)`
      insert into post_versions (post_id, number, editor_id, title, content, content_html, is_truncated, render_version,
        category_id, is_long_form, written_at)
      select id, ${index + 1}, case when ${version.isOwnEdit}::boolean then member_id end, ${version.title || null},
        ${version.content}, ${version.html}, ${version.isTruncated}::boolean, ${renderVersion()}, ${version.categoryId}, ${version.isLongForm},
        ${version.writtenAt}
      from readable_posts posts where id = ${postId}`
  }
  await run(db)`
    update readable_posts posts set version = ${revisions.length + 1}, updated_at = ${updatedAt},
      editor_id = case when ${isOwnEdit && revisions.length > 0}::boolean then member_id end
    where id = ${postId}`
}
