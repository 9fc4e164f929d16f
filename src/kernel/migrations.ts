import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Migrator, type Migration } from 'kysely/migration'
import { type Db, sql } from './db.ts'

/** A migration cannot run. The message names the file. */
class MigrationError extends Error {
  override name = 'MigrationError'
}

/** Runs new `0001-title.sql` files in the folder, in the order of their names, in one transaction and under a lock, so
 *  that any number of processes can start at the same time. Forward only. @param only the names of the files to run; by
 *  default, all @returns the names of files that ran, without `.sql` @throws MigrationError if a migration cannot run;
 *  nothing is changed */
export async function migrate(db: Db, folder: string, only?: readonly string[]): Promise<string[]> {
  const files = (await readMigrations(folder)).filter(({ name }) => only?.includes(name) ?? true)
  let failure: { file: MigrationFile; cause: unknown } | null = null
  const onFailure = (file: MigrationFile, cause: unknown) => void (failure ??= { file, cause })
  const { error, results = [] } = await migratorOf(db, files, onFailure).migrateToLatest()
  if (error) throw failure ? failureOf(failure, files) : (unknownMigration(error, files) ?? error)
  return results.map(({ migrationName }) => migrationName)
}

/** Runs new migrations in a transaction that is then rolled back. Their locks may block other transactions in the
 *  meantime. @returns the names of files that ran @throws MigrationError as {@link migrate} */
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
  const all = await migratorOf(db, await readMigrations(folder)).getMigrations()
  return all.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
}

/** Kysely's own error may only be a side effect: once the transaction is aborted, releasing its lock fails too. */
const migratorOf = (db: Db, files: MigrationFile[], onFailure: OnFailure = () => {}) =>
  new Migrator({
    db,
    provider: {
      getMigrations: async () => Object.fromEntries(files.map((file) => [file.name, migration(file, onFailure)])),
    },
    // Two branches may each add a migration, and the one with the lower number may be merged last.
    allowUnorderedMigrations: true,
  })

type OnFailure = (file: MigrationFile, cause: unknown) => void
/** Returns the names of the files in the folder, without `.sql`, in order. */
export const listMigrationFiles = async (folder: string): Promise<string[]> =>
  (await readMigrations(folder)).map(({ name }) => name)

interface MigrationFile {
  name: string
  text: string
}

async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => ({
      name: path.basename(file, '.sql'),
      text: await readFile(path.join(folder, file), 'utf8'),
    })),
  )
}

const migration = (file: MigrationFile, onFailure: OnFailure): Migration => ({
  up: async (db) => {
    try {
      await sql.raw(file.text).execute(db)
    } catch (cause) {
      onFailure(file, cause)
      throw cause
    }
  },
})

function failureOf({ file, cause }: { file: MigrationFile; cause: unknown }, files: MigrationFile[]): MigrationError {
  if (file === files[0] && isTableThere(cause)) return new MigrationError(listMissing, { cause })
  return broken(file, cause)
}

function broken({ name, text }: MigrationFile, cause: unknown): MigrationError {
  const position = cause instanceof Error && 'position' in cause ? Number(cause.position) : NaN
  const line = position > 0 ? `, line ${text.slice(0, position - 1).split('\n').length}` : ''
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new MigrationError(`The migration ${name}.sql failed${line}: ${reason}. Nothing was changed.`, { cause })
}

const isTableThere = (reason: unknown) => reason instanceof Error && 'code' in reason && reason.code === '42P07'
const listMissing =
  "The database has this site's tables but no migration history: the table kysely_migration is missing or empty. Nothing was changed. Restore the database from a backup, or set DATABASE_URL to an empty database."

// Matches Kysely's message.
function unknownMigration(cause: unknown, files: MigrationFile[]): MigrationError | null {
  const name = /previously executed migration (.+) is missing/.exec(String(cause))?.[1]
  if (!name) return null
  const newest = files.at(-1)?.name ?? ''
  const why =
    name > newest
      ? `The database was migrated by a newer version of this program: migration ${name} has been applied, but the latest one that this version knows is ${newest}. Start the newer version.`
      : `Migration ${name} has been applied to the database, but its file is missing.`
  return new MigrationError(why, { cause })
}
