import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const testimonialsArchive: ArchivePart[] = [
  archivePart<{ position: number }>(
    'testimonials',
    ['testimonials'],
    (db, memberId, after) => many<{ position: number }>(db)`
    select position, quote ->> 'text' as text, quote ->> 'name' as name, quote ->> 'role' as role, quote ->> 'url' as url
    from testimonials, jsonb_array_elements(quotes) with ordinality as listed (quote, position)
    where member_id = ${memberId} and position > ${after?.position ?? 0} order by position limit ${pageSize}`,
  ),
]
