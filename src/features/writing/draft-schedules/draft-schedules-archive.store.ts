import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const draftSchedulesArchive: ArchivePart[] = [
  archivePart<{ draftKey: string }>(
    'draftSchedules',
    ['draft_schedules'],
    (db, memberId, after) => many<{ draftKey: string }>(db)`
    select draft_key as "draftKey", publish_at as "publishAt", time_zone as "timeZone", failure
    from draft_schedules where member_id = ${memberId} and draft_key > ${after?.draftKey ?? ''}
    order by draft_key limit ${pageSize}`,
  ),
]
