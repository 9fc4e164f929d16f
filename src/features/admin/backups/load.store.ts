import { escapeIdentifier } from 'pg'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import type { SequenceState } from './manifest.contract.ts'

// Loads rows without superuser privileges, which managed servers do not grant: the owner of a table may disable the table's
// triggers and drop and add its foreign keys. Adding them back checks all rows.

interface ForeignKey {
  table: string
  name: string
  definition: string
}

const schemas = sql`('public', 'graphile_worker')`

/** Empties all tables, turns their triggers off, and drops their foreign keys. @returns the foreign keys */
export async function prepareLoad(db: Db): Promise<ForeignKey[]> {
  const keys = await many<ForeignKey>(db)`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text in ${schemas}
    order by 1, 2`
  const tables = (await listRegclasses(db)).map(({ table }) => table)
  const drops = changesOf(keys, ({ name }) => `drop constraint ${escapeIdentifier(name)}`)
  await runAll(db, [
    ...tables.map((table) => alter(table, [...(drops.get(table) ?? []), 'disable trigger user'])),
    `truncate ${tables.join(', ')}`,
  ])
  return keys
}

/** Sets the sequences, and restores the foreign keys and triggers. */
export async function finishLoad(db: Db, keys: ForeignKey[], sequences: SequenceState[]): Promise<void> {
  for (const { schema, name, value, isCalled } of sequences)
    await one(db)`select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass, ${value}, ${isCalled})`
  const tables = await listRegclasses(db)
  const additions = changesOf(keys, ({ name, definition }) => `add constraint ${escapeIdentifier(name)} ${definition}`)
  await runAll(
    db,
    tables.map(({ table }) => alter(table, [...(additions.get(table) ?? []), 'enable trigger user'])),
  )
}

/** Returns the changes to each table. */
function changesOf(keys: readonly ForeignKey[], change: (key: ForeignKey) => string): Map<string, string[]> {
  const changes = Map.groupBy(keys, ({ table }) => table)
  return new Map([...changes].map(([table, own]) => [table, own.map(change)]))
}

/** Changes a table in one statement: after each one, the server reads the definitions of all tables involved again. */
const alter = (table: string, changes: readonly string[]) => `alter table ${table} ${changes.join(', ')}`

/** Runs the statements in one round trip. */
const runAll = (db: Db, statements: string[]) => run(db)`${sql.raw(statements.join(';\n'))}`

const listRegclasses = (db: Db) =>
  many<{ table: string }>(db)`
    select c.oid::regclass::text as "table" from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${schemas} and c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname, c.relname) <> ('graphile_worker', 'migrations')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    order by 1`

/** Drops everything in the schema `public` that does not belong to an extension. Keeps the schema itself, because its
 *  privileges may have been granted by others. */
export async function dropEverything(db: Db): Promise<void> {
  const drops = await many<{ statement: string }>(db)`
    select format('drop %s if exists %s cascade', object.type, object.identity) as statement
    from pg_depend in_schema cross join pg_identify_object(in_schema.classid, in_schema.objid, 0) as object
    where refclassid = 'pg_namespace'::regclass and refobjid = 'public'::regnamespace and deptype = 'n'
      -- Not the objects of extensions, and not the sequences of identity columns, which go with their tables.
      and not exists (select from pg_depend owned where owned.classid = in_schema.classid
        and owned.objid = in_schema.objid and owned.deptype in ('e', 'i'))`
  await runAll(
    db,
    drops.map(({ statement }) => statement),
  )
}

/** Reports whether one of the site's processes is connected. Connections to the embedded server have no name. */
export const isSiteConnected = async (db: Db): Promise<boolean> =>
  (await one(db)`
    select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' and application_name in ('devstead', '') limit 1`) !== null

/** The names of tables in the schema `public`, if none of them is the site's list of migrations. */
export const listForeignTables = (db: Db) =>
  many<{ name: string }>(db)`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and to_regclass('public.kysely_migration') is null limit 3`

/** Reports whether anyone has registered. `members` was a table before it became a view. */
export async function isInUse(db: Db): Promise<boolean> {
  const found = await one<{ isThere: boolean }>(db)`
    select to_regclass('public.identity_users') is not null and to_regclass('public.members') is not null as "isThere"`
  if (!found?.isThere) return false
  return (await one(db)`select from identity_users union all select from members limit 1`) !== null
}

export const analyze = (db: Db) => run(db)`analyze`
