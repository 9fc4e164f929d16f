import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const likesArchive: ArchivePart[] = [
  archivePart<{ postId: number }>(
    'likes',
    ['likes'],
    (db, memberId, after) => many<{ postId: number }>(db)`
    select l.post_id as "postId", p.title, m.username as author, l.created_at as "createdAt"
    from likes l join readable_posts p on p.id = l.post_id join members m on m.id = p.member_id
    where l.member_id = ${memberId} and l.post_id > ${after?.postId ?? 0} order by l.post_id limit ${pageSize}`,
  ),
]
