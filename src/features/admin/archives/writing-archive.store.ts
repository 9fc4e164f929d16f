import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'
import { listDraftRows, listPageRows, listPostRows, ownPosts } from './archive-rows.store.ts'

/** The parts of the archive for posts, drafts, pages (these three are also archived as files), revisions, and deleted
 *  posts. */
export const writingArchive: ArchivePart[] = [
  { name: 'posts', tables: ['all_posts', 'imports'], rows: listPostRows },
  archivePart<{ postId: number; number: number }>(
    'versions',
    ['post_versions'],
    (db, memberId, after) => many<{ postId: number; number: number }>(db)`
    select v.post_id as "postId", v.number, v.title, v.content, c.name as category, v.is_long_form as "isLongForm",
      v.written_at as "writtenAt", coalesce(v.editor_id = p.member_id, false) as "isOwnEdit"
    from ${ownPosts(memberId)} as own join posts_with_hidden p using (id) join post_versions v on v.post_id = p.id
      join categories c on c.id = v.category_id
    where (v.post_id, v.number) > (${after?.postId ?? 0}, ${after?.number ?? 0})
    order by v.post_id, v.number limit ${pageSize}`,
  ),
  { name: 'drafts', tables: ['drafts'], rows: listDraftRows },
  { name: 'pages', tables: ['site_pages'], rows: listPageRows },
  archivePart<{ postId: number }>(
    'deletedPosts',
    ['post_tombstones'],
    (db, memberId, after) => many<{ postId: number }>(db)`
    select post_id as "postId", deleted_at as "deletedAt" from post_tombstones
    where deleted_by = ${memberId} and post_id > ${after?.postId ?? 0} order by post_id limit ${pageSize}`,
  ),
]
