import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const commentsArchive: ArchivePart[] = [
  archivePart<{ id: number }>(
    'comments',
    ['all_comments'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, post_id as "postId", parent_id as "parentId", content, created_at as "createdAt",
      case status when 'spam' then 'pending' else status end as status
    from all_comments where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  archivePart<{ id: number }>(
    'blocks',
    ['comment_blocks'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, kind, label, created_at as since from comment_blocks
    where owner_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
]
