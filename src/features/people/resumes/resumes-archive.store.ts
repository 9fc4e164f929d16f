import { type ArchivePart, archivePart } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const resumesArchive: ArchivePart[] = [
  archivePart('cv', ['resumes'], (db, memberId, after) =>
    after
      ? Promise.resolve([])
      : many<object>(db)`
        select document, is_published as "isPublished", updated_at as "updatedAt"
        from resumes where member_id = ${memberId}`,
  ),
]
