import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const sponsorshipArchive: ArchivePart[] = [
  archivePart<{ id: number }>(
    'sponsorTiers',
    ['sponsor_tiers'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, name, amount_cents as "amountCents", description, benefits, created_at as "createdAt" from sponsor_tiers
    where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  archivePart<{ id: number }>(
    'sponsorGoals',
    ['sponsor_goals'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, title, amount, own_current as "ownCurrent", description, created_at as "createdAt" from sponsor_goals
    where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  archivePart<{ id: number }>(
    'sponsors',
    ['sponsors'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, source, display_name as "displayName", username, profile_url as "profileUrl",
      monthly_cents as "amountCents", to_char(since, 'YYYY-MM') as since, is_private as "isPrivate",
      is_active as "isActive" from sponsors
    where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
]
