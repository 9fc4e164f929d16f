import { archivePart, type ArchivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const usernamesArchive: ArchivePart[] = [
  archivePart<{ id: number }>(
    'formerUsernames',
    ['former_usernames'],
    (db, memberId, after) => many<{ id: number }>(db)`
      select id, username, changed_at as "changedAt" from former_usernames
      where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
]
