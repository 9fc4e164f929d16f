import { type Db, one } from '#kernel/db.ts'

/** The owner's username: the member whom the settings name, else the first; null on an empty site. */
export async function findOwnerUsername(db: Db, configured: string | null): Promise<string | null> {
  const owner = await one<{ username: string }>(db)`
    select username from members order by (lower(username) = lower(${configured ?? ''})) desc, id limit 1`
  return owner?.username ?? null
}
