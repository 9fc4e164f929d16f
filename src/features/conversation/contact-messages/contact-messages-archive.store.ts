import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

/** The messages belong to the site's owner. */
export const contactMessagesArchive: ArchivePart[] = [
  archivePart<{ id: number }>(
    'contactMessages',
    [],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, name, email, message, folder, created_at as "createdAt", read_at as "readAt"
    from contact_messages where ${memberId}::int = (select id from site_owner) and id > ${after?.id ?? 0}
    order by id limit ${pageSize}`,
  ),
]
