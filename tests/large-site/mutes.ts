import { type Db, run } from '#kernel/db.ts'
import { maxMutedMembers } from '#features/people/mutes/mutes.contract.ts'
import { members, reader } from './cast.ts'

/** The reader has muted as many members as possible, and 2,000 others have muted 20 members each. */
export async function seedMutes(db: Db): Promise<void> {
  await run(db)`
    insert into mutes (member_id, muted_id)
    select ${reader}::int, ${reader}::int + n from generate_series(1, ${maxMutedMembers}::int) n`
  await run(db)`
    insert into mutes (member_id, muted_id)
    select ${reader}::int + n, 1 + (${reader}::int + n + step) % ${members}::int
    from generate_series(1, 2000) n, generate_series(1, 20) step`
}
