import { type Db, one, sql } from '#kernel/db.ts'

/** The owner's username: the member whom the settings name, else the first; null on an empty site. */
export async function findOwnerUsername(db: Db, configured: string | null): Promise<string | null> {
  const owner = await one<{ username: string }>(db)`${ownerQuery(configured)}`
  return owner?.username ?? null
}

export const ownerQuery = (configured: string | null) => sql`
  select username from members where id = coalesce(
    (select id from members where lower(username) = lower(${configured ?? ''})), (select min(id) from members))`
