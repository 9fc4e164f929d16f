import assert from 'node:assert/strict'
import { vi } from 'vitest'
import { type Db, many, one, sql } from '#kernel/db.ts'
import { patienceMs } from '../../support/patience.ts'

/** Hashes the rows in all of the site's tables and in its job queue, except values that change over time. If two
 *  results are equal, nothing was written in between. First waits for jobs due within the next minute, such as those
 *  that are queued at every start. */
export async function tableHashes(db: Db): Promise<Record<string, string>> {
  const next = () => one(db)`
    select from graphile_worker._private_jobs where locked_at is not null or run_at < now() + interval '1 minute'`
  await vi.waitFor(async () => assert.equal(await next(), null), patienceMs)
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

/** Tables that may be written to by every call, even by a rejected one. */
const bookkeeping = ['rate_limits', 'identity_sessions', 'site_secrets', 'ingest_nodes', 'sealing_key']

/** Returns a function that hashes all of the site's rows with one statement, except for bookkeeping. If two results are
 *  equal, the site did not change in between. */
export async function siteHash(db: Db): Promise<() => Promise<Record<string, string>>> {
  const tables = await many<{ name: string }>(db)`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${bookkeeping}::text[])`
  const parts = tables.map(
    ({ name }) => sql`
    select ${name}::text as name, count(*) || ' ' || coalesce(sum(hashtextextended(rows::text, 0)), 0) as hash
    from ${sql.table(name)} as rows`,
  )
  const all = sql`select json_object_agg(name, hash) as hashes from (${sql.join(parts, sql` union all `)}) as tables`
  return async () => (await one<{ hashes: Record<string, string> }>(db)`${all}`)!.hashes
}
