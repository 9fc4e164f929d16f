import { type Db, many, one } from './db.ts'

/** Returns whether the table exists. Databases from earlier versions lack some tables. @param name a table in
 *  `public` */
export const hasTable = async (db: Db, name: string): Promise<boolean> =>
  (await one<{ isThere: boolean }>(db)`select to_regclass(${`public.${name}`}) is not null as "isThere"`)?.isThere ===
  true

/** Returns the names of the migrations that have run, in order; null if the database has none of the site's tables. */
export async function listMigrations(db: Db): Promise<string[] | null> {
  if (!(await hasTable(db, 'kysely_migration'))) return null
  const migrations = await many<{ name: string }>(db)`
    select name from public.kysely_migration order by name collate "C"`
  return migrations.map(({ name }) => name)
}
