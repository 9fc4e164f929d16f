import { shownText } from '#messages/messages.ts'
import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

interface ArchivedRow {
  draftKey: string
  failure: string | null
}

export const draftSchedulesArchive: ArchivePart[] = [
  archivePart<ArchivedRow>('draftSchedules', ['draft_schedules'], async (db, memberId, after) => {
    const rows = await many<ArchivedRow>(db)`
        select draft_key as "draftKey", publish_at as "publishAt", time_zone as "timeZone", failure
        from draft_schedules where member_id = ${memberId} and draft_key > ${after?.draftKey ?? ''}
        order by draft_key limit ${pageSize}`
    return rows.map(present)
  }),
]

const present = ({ failure, ...row }: ArchivedRow): ArchivedRow => ({ ...row, failure: failure && shownText(failure) })
