import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const livestreamsArchive: ArchivePart[] = [
  archivePart<{ id: number }>(
    'livestreams',
    ['all_livestreams'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, title, description, is_public as "isPublic", status, scheduled_at as "scheduledAt",
      started_at as "startedAt", ended_at as "endedAt", max_viewers as "maxViewers", created_at as "createdAt"
    from all_livestreams where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  archivePart<{ id: number }>(
    'recordings',
    [],
    (db, memberId, after) => many<{ id: number }>(db)`
    select r.id, livestream_id as "livestreamId", r.title, r.started_at as "startedAt", seconds
    from livestream_recordings r join all_livestreams s on s.id = livestream_id
    where s.member_id = ${memberId} and r.id > ${after?.id ?? 0} order by r.id limit ${pageSize}`,
  ),
]
