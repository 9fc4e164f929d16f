import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const notificationsArchive: ArchivePart[] = [
  archivePart<{ id: number }>(
    'notifications',
    ['notifications'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, kind, post_id as "postId", event_count as "eventCount", updated_at as "updatedAt", read_at as "readAt"
    from notifications where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  archivePart('notificationSettings', ['notification_settings'], (db, memberId, after) =>
    after
      ? Promise.resolve([])
      : many<object>(db)`select muted, emailed, silent from notification_settings where member_id = ${memberId}`,
  ),
  archivePart<{ id: number }>(
    'pushDevices',
    ['push_devices'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, name, created_at as "createdAt", last_sent_at as "lastSentAt" from push_devices
    where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
]
