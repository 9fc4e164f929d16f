import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

interface SeriesRow {
  slug: string
  name: string
  description: string
  createdAt: Date
}

export const seriesArchive: ArchivePart[] = [
  archivePart<SeriesRow>(
    'series',
    ['series'],
    (db, memberId, after) => many<SeriesRow>(db)`
    select slug, name, description, created_at as "createdAt" from series
    where member_id = ${memberId} and slug > ${after?.slug ?? ''} order by slug limit ${pageSize}`,
  ),
]
