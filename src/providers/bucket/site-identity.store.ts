import { type Db, one, run } from '#kernel/db.ts'
import { hasTable } from '#kernel/tables.store.ts'

/** Returns the id of this site, created on first use and shared by all processes. */
export async function findSiteId(db: Db): Promise<string> {
  await run(db)`insert into site_identity default values on conflict do nothing`
  return (await one<{ id: string }>(db)`select id from site_identity`)!.id
}

/** Like `findSiteId`, but returns null for a database without the table: before migration 0082. */
export const findExistingSiteId = async (db: Db): Promise<string | null> =>
  (await hasTable(db, 'site_identity')) ? findSiteId(db) : null
