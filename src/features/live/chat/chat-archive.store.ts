import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const chatArchive: ArchivePart[] = [
  archivePart<{ id: number }>(
    'chatMessages',
    ['chat_messages'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, livestream_id as "livestreamId", message, created_at as "createdAt" from chat_messages
    where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  archivePart<{ id: number }>(
    'chatBans',
    ['chat_bans'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select b.id, coalesce(username, name) as name, until, b.created_at as "createdAt"
    from chat_bans b left join members on members.id = b.member_id
    where owner_id = ${memberId} and b.id > ${after?.id ?? 0} order by b.id limit ${pageSize}`,
  ),
]
