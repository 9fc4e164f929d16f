import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Migrator, type Migration } from 'kysely/migration'
import { type Db, sql } from './db.ts'
import { statementsIn } from './sql-statements.ts'
import { listMigrations } from './tables.store.ts'

/** A migration cannot run. The message names the file. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** A newer version of the program has migrated the database. */
export class NewerDatabaseError extends MigrationError {}

/** Runs the folder's new `0001-title.sql` files in name order, in one transaction and under a lock, so that any number
 *  of processes can start at the same time. Forward only. @param only the names of the files to run; by default, all
 *  @returns the names of files that ran, without `.sql` @throws MigrationError if a migration cannot run; nothing is
 *  changed */
export async function migrate(db: Db, folder: string, only?: readonly string[]): Promise<string[]> {
  const names = (await listMigrationFiles(folder)).filter((name) => only?.includes(name) ?? true)
  // Most startups run no migrations, and Kysely reads all columns of all tables even then.
  if (isDeepStrictEqual(names, await listMigrations(db))) return []
  // Kysely's own error may only be a side effect: once the transaction is aborted, releasing its lock fails too.
  let failure: MigrationError | null = null
  const migrator = migratorOf(db, folder, names, (reason) => (failure ??= reason))
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw failure ?? unknownMigration(error, names) ?? error
  return results.map(({ migrationName }) => migrationName)
}

/** Runs new migrations in a transaction that is then rolled back. Their locks may block other transactions while they
 *  run. @returns the names of files that ran @throws MigrationError like {@link migrate} */
export async function rehearseMigrations(db: Db, folder: string): Promise<string[]> {
  const transaction = await db.startTransaction().execute()
  try {
    return await migrate(transaction, folder)
  } finally {
    await transaction.rollback().execute()
  }
}

/** Returns the names of migrations in the folder that have not run, without changing the database. */
export async function listPendingMigrations(db: Db, folder: string): Promise<string[]> {
  const applied = new Set(await listMigrations(db))
  return (await listMigrationFiles(folder)).filter((name) => !applied.has(name))
}

/** Returns the names of the files in the folder, without `.sql`, in order. */
export const listMigrationFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).flatMap((file) => (file.endsWith('.sql') ? [path.basename(file, '.sql')] : [])).sort()

type OnFailure = (reason: MigrationError) => void

const migratorOf = (db: Db, folder: string, names: string[], onFailure: OnFailure = () => {}) =>
  new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          names.map((name, index) => [name, migration({ folder, name, isFirst: index === 0 }, onFailure)]),
        ),
    },
    // Two branches may each add a migration, and the one with the lower number may be merged last.
    allowUnorderedMigrations: true,
  })

interface MigrationFile {
  folder: string
  name: string
  isFirst: boolean
}

/** Reads the file only if it runs, because most startups run no migrations. */
const migration = ({ folder, name, isFirst }: MigrationFile, onFailure: OnFailure): Migration => ({
  up: async (db) => {
    const text = await readFile(path.join(folder, `${name}.sql`), 'utf8')
    await sql.raw('savepoint migration').execute(db)
    try {
      await sql.raw(text).execute(db)
      await sql.raw('release savepoint migration').execute(db)
    } catch (cause) {
      const isHistoryMissing = isFirst && isTableThere(cause)
      const line = lineOf(text, cause) ?? (await findFailingLine(db, text))
      onFailure(isHistoryMissing ? new MigrationError(listMissing, { cause }) : broken(name, line, cause))
      throw cause
    }
  },
})

function broken(name: string, line: number | null, cause: unknown): MigrationError {
  const at = line === null ? '' : `, line ${line}`
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new MigrationError(
    `The migration ${name}.sql failed${at}: ${reason}. Nothing was changed: the previous version still works with this database. Start that version, and report this message to the developers.`,
    { cause },
  )
}

/** Returns the line of a syntax error or an unknown name, for which PostgreSQL reports the position. */
function lineOf(text: string, cause: unknown): number | null {
  const position = cause instanceof Error && 'position' in cause ? Number(cause.position) : NaN
  return position > 0 ? text.slice(0, position - 1).split('\n').length : null
}

/** Runs the file's statements one by one until one fails. @returns its line, or null if the connection is lost */
async function findFailingLine(db: Db, text: string): Promise<number | null> {
  try {
    await sql.raw('rollback to savepoint migration').execute(db)
  } catch {
    return null
  }
  for (const statement of statementsIn(text)) {
    try {
      await sql.raw(statement.text).execute(db)
    } catch {
      return statement.line
    }
  }
  return null
}

const isTableThere = (reason: unknown) => reason instanceof Error && 'code' in reason && reason.code === '42P07'
const listMissing =
  "The database has this site's tables but no migration history: the table kysely_migration is missing or empty. Nothing was changed. Restore the database from a backup, or set DATABASE_URL to an empty database."

// Matches Kysely's message.
function unknownMigration(cause: unknown, names: string[]): MigrationError | null {
  const name = /previously executed migration (.+) is missing/.exec(String(cause))?.[1]
  if (!name) return null
  const newest = names.at(-1) ?? ''
  const why =
    name > newest
      ? `The database was migrated by a newer version of this program: migration ${name} has been applied, but the latest one that this version knows is ${newest}. Start the newer version.`
      : `Migration ${name} has been applied to the database, but its file is missing.`
  return new (name > newest ? NewerDatabaseError : MigrationError)(why, { cause })
}
