import { type Db, one, sql } from '#kernel/db.ts'

/** Returns the owner's username; null on an empty site. */
export async function findOwnerUsername(db: Db): Promise<string | null> {
  const owner = await one<{ username: string }>(db)`${ownerQuery}`
  return owner?.username ?? null
}

export const ownerQuery = sql`select username from members where id = (select id from site_owner)`
