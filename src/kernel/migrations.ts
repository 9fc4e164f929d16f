import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Migrator, type Migration } from 'kysely/migration'
import { type Db, sql } from './db.ts'

/** The schema cannot be brought to what this version of the program needs. The message names the file. */
class MigrationError extends Error {
  override name = 'MigrationError'
}

/** Runs the `0001-title.sql` files of the folder that the database has not had, in the order of their names, all of
 *  them in one transaction and under a lock, so that any number of processes may start at once. Forward only.
 *  @returns the names of those that ran, without `.sql` @throws MigrationError, with nothing changed */
export async function migrate(db: Db, folder: string): Promise<string[]> {
  const files = await readMigrations(folder)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(files.map(({ name, text }) => [name, migration(text)])) },
    // Two branches may each bring a migration: the lower number can arrive last.
    allowUnorderedMigrations: true,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    const failed = files.find(({ name }) => results.some((r) => r.migrationName === name && r.status === 'Error'))
    if (failed && failed === files[0] && isTableThere(error)) throw new MigrationError(listMissing, { cause: error })
    throw failed ? broken(failed, error) : (unknownMigration(error, files) ?? error)
  }
  return results.map(({ migrationName }) => migrationName)
}

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

const migration = (text: string): Migration => ({
  up: async (db) => {
    await sql.raw(text).execute(db)
  },
})

function broken({ name, text }: MigrationFile, cause: unknown): MigrationError {
  const position = cause instanceof Error && 'position' in cause ? Number(cause.position) : NaN
  const line = position > 0 ? `, line ${text.slice(0, position - 1).split('\n').length}` : ''
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new MigrationError(`The migration ${name}.sql failed${line}: ${reason}. Nothing was changed.`, { cause })
}

const isTableThere = (reason: unknown) => reason instanceof Error && 'code' in reason && reason.code === '42P07'
const listMissing =
  "The database has this site's tables but no migration history: the table kysely_migration is missing or empty. Nothing was changed. Restore the database from a backup, or set DATABASE_URL to an empty database."

// The words are Kysely's.
function unknownMigration(cause: unknown, files: MigrationFile[]): MigrationError | null {
  const name = /previously executed migration (.+) is missing/.exec(String(cause))?.[1]
  if (!name) return null
  const newest = files.at(-1)?.name ?? ''
  const why =
    name > newest
      ? `The database was made by a newer version of this program: it has had the migration ${name}, and this version ends at ${newest}. Please start the newer version.`
      : `The database has had the migration ${name}, whose file is missing.`
  return new MigrationError(why, { cause })
}
