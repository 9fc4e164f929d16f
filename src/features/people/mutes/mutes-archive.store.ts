import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

interface Person {
  id: number
  username: string
  since: Date
}

export const mutesArchive: ArchivePart[] = [
  archivePart<Person>(
    'mutedMembers',
    ['mutes'],
    (db, memberId, after) => many<Person>(db)`
    select m.id, m.username, mutes.created_at as since from mutes join members m on m.id = muted_id
    where mutes.member_id = ${memberId} and m.id > ${after?.id ?? 0} order by m.id limit ${pageSize}`,
  ),
  archivePart<{ id: number }>(
    'mutedWords',
    ['muted_words'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, word, created_at as since from muted_words
    where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
]
