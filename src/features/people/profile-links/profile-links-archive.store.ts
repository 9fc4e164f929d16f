import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const profileLinksArchive: ArchivePart[] = [
  archivePart<{ position: number }>(
    'links',
    ['profile_links'],
    (db, memberId, after) => many<{ position: number }>(db)`
    select position, link ->> 'label' as label, link ->> 'url' as url
    from profile_links, jsonb_array_elements(links) with ordinality as listed (link, position)
    where member_id = ${memberId} and position > ${after?.position ?? 0} order by position limit ${pageSize}`,
  ),
]
