import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

interface FollowedTag {
  name: string
  since: Date
}

export const tagsArchive: ArchivePart[] = [
  archivePart<FollowedTag>(
    'followedTags',
    ['tag_follows'],
    (db, memberId, after) => many<FollowedTag>(db)`
    select name, tag_follows.created_at as since from tag_follows join tags on tags.id = tag_id
    where member_id = ${memberId} and name > ${after?.name ?? ''} order by name limit ${pageSize}`,
  ),
]
