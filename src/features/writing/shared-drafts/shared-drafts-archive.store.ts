import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

/** Links without their secrets, and the member's own comments on drafts. */
export const sharedDraftsArchive: ArchivePart[] = [
  archivePart<{ draftKey: string }>(
    'draftLinks',
    ['draft_links'],
    (db, memberId, after) => many<{ draftKey: string }>(db)`
    select draft_key as "draftKey", created_at as "createdAt", expires_at as "expiresAt" from draft_links
    where member_id = ${memberId} and draft_key > ${after?.draftKey ?? ''} order by draft_key limit ${pageSize}`,
  ),
  archivePart<{ id: number }>(
    'draftComments',
    ['draft_comments'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, content, created_at as "createdAt", resolved_at as "resolvedAt", deleted_at as "deletedAt" from draft_comments
    where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
]
