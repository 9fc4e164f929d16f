import { type Db, many, one, sql } from '#kernel/db.ts'

/** A hash of the rows of every table of the site and of its queue, but for what the clock puts there. Two are equal when
 *  nothing has been written. */
export async function tableHashes(db: Db): Promise<Record<string, string>> {
  const tables = await many<{ schema: string; name: string }>(db)`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname = 'public' or tablename = '_private_jobs' order by 1, 2`
  const hashes: Record<string, string> = {}
  for (const { schema, name } of tables) {
    const row = await one<{ hash: string }>(db)`
      select count(*) || ' ' || coalesce(md5(string_agg(rows::text, '|' order by rows::text)), '') as hash
      from ${sql.table(`${schema}.${name}`)} as rows where rows::text not like '%_cron%'`
    hashes[name] = row!.hash
  }
  return hashes
}
