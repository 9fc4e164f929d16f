import { type Db, one, run } from '#kernel/db.ts'

/** Returns the id of this site, created on first use and shared by all processes. */
export async function findSiteId(db: Db): Promise<string> {
  await run(db)`insert into site_identity default values on conflict do nothing`
  return (await one<{ id: string }>(db)`select id from site_identity`)!.id
}

/** Like `findSiteId`, but returns null for a database without the table: before migration 0082. */
export async function findExistingSiteId(db: Db): Promise<string | null> {
  const found = await one<{ isThere: boolean }>(db)`select to_regclass('public.site_identity') is not null as "isThere"`
  return found?.isThere ? findSiteId(db) : null
}
