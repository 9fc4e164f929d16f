import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { type Db, many, sql } from '#kernel/db.ts'

interface Person {
  id: number
  username: string
  since: Date
}

/** Returns the member's followers or followed members, ordered by id. */
const people =
  (side: 'follower_id' | 'following_id', other: 'follower_id' | 'following_id') =>
  (db: Db, memberId: number, after: Person | null) =>
    many<Person>(db)`
    select m.id, m.username, f.created_at as since from follows f join members m on m.id = f.${sql.ref(side)}
    where f.${sql.ref(other)} = ${memberId} and m.id > ${after?.id ?? 0} order by m.id limit ${pageSize}`

export const followsArchive: ArchivePart[] = [
  archivePart<Person>('following', ['follows'], people('following_id', 'follower_id')),
  archivePart<Person>('followers', ['follows'], people('follower_id', 'following_id')),
]
