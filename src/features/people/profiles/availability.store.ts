import { type ArchivePart, archivePart } from '#kernel/archive.ts'
import { type Db, many, run } from '#kernel/db.ts'
import type { Availability } from './availability.contract.ts'

/** Shows that the member is available for work. */
export const setAvailability = (db: Db, memberId: number, { text, link }: Availability) => run(db)`
  insert into work_availability (member_id, text, link) values (${memberId}, ${text}, ${link})
  on conflict (member_id) do update set text = excluded.text, link = excluded.link`

export const clearAvailability = (db: Db, memberId: number) => run(db)`
  delete from work_availability where member_id = ${memberId}`

export const availabilityArchive: ArchivePart = archivePart(
  'availability',
  ['work_availability'],
  (db, memberId, after) =>
    after
      ? Promise.resolve([])
      : many<object>(db)`select text, link, since from work_availability where member_id = ${memberId}`,
)
