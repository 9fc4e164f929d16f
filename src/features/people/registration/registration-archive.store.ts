import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

/** The invitation links that the member created, without their secrets, and the one that they joined with. */
export const registrationArchive: ArchivePart[] = [
  archivePart<{ id: number }>(
    'invitations',
    ['invitations'],
    (db, memberId, after) => many<{ id: number }>(db)`
      select id, max_uses as "maxUses", created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt"
      from invitations where created_by = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
  archivePart<{ id: number }>(
    'usedInvitations',
    ['invitation_uses'],
    (db, memberId, after) => many<{ id: number }>(db)`
      select id, joined_at as "joinedAt" from invitation_uses
      where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
]
