import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { connect, type Db, one, sql } from '#kernel/db.ts'
import { parseKeys } from '#kernel/key-file.ts'
import { createSealing } from '#kernel/sealing.ts'
import type { Connection } from '#providers/database/connection.ts'
import { patienceMs } from './patience.ts'

let database: Promise<Db> | undefined
let clean = false

/** Returns this worker's migrated database. The first call in a test resets it to the rows that migrations insert. */
export async function testDb(): Promise<Db> {
  const db = await (database ??= openDatabase())
  if (!clean) await sql`select clean_tables()`.execute(db)
  clean = true
  return db
}

/** An `IDENTITY_KEY` for all of a test's sites, because they share a database. */
export const testIdentityKey = createHash('sha256').update('tests').digest('hex')

/** Encrypts secrets with `testIdentityKey`. */
export const testSealing = createSealing(() => parseKeys(testIdentityKey)!)

/** The connection settings used by `testDb`, for a separate pool or a server process. */
export async function testConnection(): Promise<Connection> {
  await testDb()
  return ownConnection()
}

/** Returns the connection used by `testDb` as a `DATABASE_URL`. */
export const testDatabaseUrl = async (): Promise<string> => urlOf(await testConnection())

/** Returns the connection as a `DATABASE_URL`. */
export const urlOf = ({ host, port, user, database }: Connection): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`

/** Waits until a statement is blocked by another transaction. */
export async function untilBlocked(db: Db): Promise<void> {
  const waits = sql`datname = current_database() and wait_event_type = 'Lock'`
  while (!(await one(db)`select from pg_stat_activity where ${waits}`)) await sleep(5)
}

/** Makes the next call to `testDb` clean the database. */
export const requireCleaning = () => void (clean = false)

// Files that run in parallel have different pool ids; files that run one after another share a database.
const ownConnection = () => ({ ...inject('testServer'), database: `test_${process.env['VITEST_POOL_ID']}` })

async function openDatabase(): Promise<Db> {
  const connection = ownConnection()
  const admin = connect({ ...inject('testServer'), max: 1, onError: () => {} })
  const exists = await one(admin)`select 1 from pg_database where datname = ${connection.database}`
  if (!exists) await sql`create database ${sql.id(connection.database)} template template`.execute(admin)
  await admin.destroy()
  // Seeding a million rows takes longer than a request is allowed to take, and a busy machine connects slowly.
  const limits = { statementLimitMs: Infinity, connectionTimeoutMillis: patienceMs }
  // Opening a connection takes longer than most tests' statements, so idle connections stay open.
  return connect({ ...connection, ...limits, idleTimeoutMillis: 0, onError: () => {} })
}
