import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const reportsArchive: ArchivePart[] = [
  archivePart<{ postId: number }>(
    'reports',
    ['reports'],
    (db, memberId, after) => many<{ postId: number }>(db)`
    select post_id as "postId", reason, details, reported_at as "reportedAt" from reports
    where member_id = ${memberId} and post_id > ${after?.postId ?? 0} order by post_id limit ${pageSize}`,
  ),
]
