import { type Db, many, one, run, sql } from '#kernel/db.ts'

// Deleting a small table's rows takes a fraction of the time needed to truncate the table, because truncating creates
// new files for the table and each index. Truncating removes the dead rows from a table that has grown.
const maxDeletedBytes = 512 * 1024
const schemas = sql`('public', 'graphile_worker')`

/** Defines the `clean_tables()` function, which resets all tables and sequences to the state they are in now. */
export async function defineCleanTables(db: Db): Promise<void> {
  await run(db)`create schema seeds`
  const tables = await many<{ name: string }>(db)`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ${schemas}`
  const cleanups = []
  for (const { name } of tables) cleanups.push(await cleanupOf(db, name))
  await sql`
    create table seeds.sequences as
    select format('%I.%I', schemaname, sequencename)::regclass as name, coalesce(last_value, start_value) as value,
      last_value is not null as is_called
    from pg_sequences where schemaname in ${schemas}`.execute(db)
  await sql.raw(functionOf(cleanups)).execute(db)
}

interface Cleanup {
  /** PL/pgSQL that empties the table if it has changed. */
  empty: string
  /** SQL that restores missing seed rows. */
  restore: string
}

async function cleanupOf(db: Db, table: string): Promise<Cleanup> {
  const hasSeeds = await one(db)`select 1 from ${sql.raw(table)} limit 1`
  const seeds = `seeds."${table}"`
  if (hasSeeds) await sql.raw(`create table ${seeds} as table ${table}`).execute(db)
  const changed = hasSeeds
    ? `(table ${table} except table ${seeds}) union all (table ${seeds} except table ${table})`
    : `select from ${table}`
  return {
    empty: `
      if exists (${changed}) then
        changed := true;
        if pg_table_size('${table}') > ${maxDeletedBytes} then large := array_append(large, '${table}'); else delete from ${table}; end if;
      end if;`,
    restore: hasSeeds ? `insert into ${table} overriding system value (table ${seeds} except table ${table});` : '',
  }
}

const functionOf = (cleanups: Cleanup[]) => `
  create function clean_tables() returns void language plpgsql as $function$
    declare
      changed boolean := false;
      large text[] := '{}';
    begin
      set local session_replication_role = replica; -- deletes in any order, without triggers
      ${cleanups.map(({ empty }) => empty).join('')}
      if not changed then return; end if;
      if large <> '{}' then execute 'truncate ' || array_to_string(large, ', ') || ' cascade'; end if;
      ${cleanups.map(({ restore }) => restore).join('')}
      perform setval(name, value, is_called) from seeds.sequences;
    end $function$`
