import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const talksArchive: ArchivePart[] = [
  archivePart<{ position: number }>(
    'talks',
    ['talks'],
    (db, memberId, after) => many<{ position: number }>(db)`
    select position, talk.* from talks, jsonb_array_elements(talks.talks) with ordinality as listed (entry, position),
      jsonb_to_record(entry) as talk (title text, event text, place text, date text, "slidesUrl" text, "videoUrl" text,
        description text)
    where member_id = ${memberId} and position > ${after?.position ?? 0} order by position limit ${pageSize}`,
  ),
]
