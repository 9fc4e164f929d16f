import type { Readable, Writable } from 'node:stream'
import { Client, escapeIdentifier, type PoolConfig } from 'pg'
import { Kysely, PostgresDialect } from 'kysely'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Db, many, one, sql } from '#kernel/db.ts'
import type { SequenceState } from './manifest.contract.ts'

/** One connection, for statements and for COPY, without time limits. */
export interface CopySession {
  db: Db
  client: Client
  close(): Promise<void>
}

/** Distinguishes backups from the running site in `pg_stat_activity`. */
const applicationName = 'devstead-backup'

/** The text format of values must not depend on the server's settings. */
const settings = `
  set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC'; set extra_float_digits = 3;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set search_path = public; set statement_timeout = 0;
  set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

const release = () => {}

/** @param connection a direct one, not through a transaction pooler */
export async function openSession(connection: PoolConfig): Promise<CopySession> {
  const client = new Client({ ...connection, application_name: applicationName })
  client.on('error', () => {}) // the statement that is running fails, too
  await client.connect()
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: { connect: async () => Object.assign(client, { release }), end: async () => {}, options: {} },
    }),
  })
  try {
    await client.query(settings)
  } catch (reason) {
    await client.end()
    throw reason
  }
  return { db, client, close }

  /** Releases the backup lock first: a server process with low priority may end long after its client has disconnected. */
  async function close() {
    await client.query('select pg_advisory_unlock_all()').catch(() => {}) // the connection may be closed
    await client.end()
  }
}

/** Runs `work` in a transaction that sees the database as it is now, and does not block writes. */
export async function inSnapshot<T>({ client }: CopySession, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  try {
    return await work()
  } finally {
    await client.query('rollback').catch(() => {}) // nothing was written, and the connection may be closed
  }
}

export interface TableShape {
  schema: string
  name: string
  columns: string[]
  /** The columns of the primary key. Text is ordered by its bytes, because collations differ between servers. */
  key: { name: string; isText: boolean }[]
}

/** Lists the site's and the job queue's tables, except extension tables and the queue's own list of migrations, which
 *  describes the queue's schema. */
export const listTables = (db: Db) =>
  many<TableShape>(db)`
    select n.nspname as schema, c.relname as name,
      (select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg(json_build_object('name', a.attname, 'isText', a.attcollation <> 0) order by k.place), '[]')
        from pg_index i cross join unnest(i.indkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname, c.relname) <> ('graphile_worker', 'migrations')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    order by 1, 2`

/** Returns the values of all sequences. They are not part of the snapshot, so they may be ahead of the rows. */
export async function listSequences(db: Db): Promise<SequenceState[]> {
  const sequences = await many<{ schema: string; name: string }>(db)`
    select schemaname as schema, sequencename as name from pg_sequences
    where schemaname in ('public', 'graphile_worker') order by 1, 2`
  const states: SequenceState[] = []
  for (const { schema, name } of sequences) {
    const state = await one<{ value: number; isCalled: boolean }>(db)`
      select last_value as value, is_called as "isCalled" from ${sql.id(schema, name)}`
    states.push({ schema, name, ...state! })
  }
  return states
}

export const serverVersion = async (db: Db): Promise<string> =>
  (await one<{ version: string }>(db)`select current_setting('server_version') as version`)!.version

/** Returns the file names of stored pictures in order, starting after the given name. */
export const listPictureFiles = (db: Db, after: string, limit: number) =>
  many<{ file: string }>(db)`
    select file::text from storage_objects where file > ${after}::uuid order by file limit ${limit}`

/** Streams the table's rows, ordered by primary key, so that identical tables produce identical bytes. */
export function copyOut({ client }: CopySession, { schema, name, columns, key }: TableShape): Readable {
  const table = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
  const order = key.map((column) => escapeIdentifier(column.name) + (column.isText ? ' collate "C"' : ''))
  const rows = order.length > 0 ? order.join(', ') : `row(${listed(columns)})::text collate "C"`
  return client.query(copyTo(`copy (select ${listed(columns)} from ${table} order by ${rows}) to stdout`))
}

/** Returns a stream that adds rows to the table. */
export const copyIn = ({ client }: CopySession, { schema, name, columns }: Omit<TableShape, 'key'>): Writable =>
  client.query(copyFrom(`copy ${escapeIdentifier(schema)}.${escapeIdentifier(name)} (${listed(columns)}) from stdin`))

const listed = (columns: string[]) => columns.map((column) => escapeIdentifier(column)).join(', ')

const backupLock = 0x62_61_6b

/** Takes the backup lock, which lets only one backup run at a time, until the session ends.
 *  @returns false if another session holds it */
export const tryLock = async (db: Db): Promise<boolean> =>
  (await one<{ isOurs: boolean }>(db)`select pg_try_advisory_lock(${backupLock}::int) as "isOurs"`)?.isOurs === true

/** Returns the id of the server process that serves this session. */
export const backendOf = async (db: Db): Promise<number> =>
  (await one<{ pid: number }>(db)`select pg_backend_pid() as pid`)!.pid

/** Waits for the backup lock. */
export const waitForLock = (db: Db) => one(db)`select pg_advisory_lock(${backupLock}::int)`

const migrationLock = 0x62_61_6c

/** Waits until no other process is making a pre-migration backup, then keeps others waiting until the session
 *  ends. */
export const waitForMigrationLock = (db: Db) => one(db)`select pg_advisory_lock(${migrationLock}::int)`

/** Creates an empty database, and removes those that killed processes left behind. Its name contains the process id of
 *  this session's backend, because the database belongs to the session even while the session is not connected to it.
 *  @returns the database's name */
export async function createScratch(db: Db, suffix: string): Promise<string> {
  const abandoned = await many<{ name: string }>(db)`
    select datname as name from pg_database where starts_with(datname, 'devstead_verify_')
      and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname
        or (application_name = ${applicationName} and pid::text = split_part(pg_database.datname, '_', 3)))`
  for (const left of abandoned) await dropScratch(db, left.name)
  const name = `devstead_verify_${await backendOf(db)}_${suffix}`
  await sql`create database ${sql.id(name)} template template0`.execute(db)
  return name
}

export const dropScratch = (db: Db, name: string) => sql`drop database if exists ${sql.id(name)}`.execute(db)
