import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { connect } from '#kernel/db.ts'
import { migrateJobs } from '#kernel/jobs.ts'
import { migrate } from '#kernel/migrations.ts'
import { startPostgres } from '#providers/database/postgres.ts'
import { temporaryDataDir } from './site.ts'

const log = pino({ level: 'silent' })
/** Tests kill processes, but never crash the machine. */
const settings = { fsync: 'off', full_page_writes: 'off' }
const lock = 0x74_65_73

/** Adds the embedded database of a new, migrated site to the data folder. This copies a folder, which takes a tenth
 *  of the time needed to create and migrate a database. Its server does not wait for the disk. */
export async function addPreparedDatabase(dataDir: string): Promise<void> {
  const prepared = path.join(inject('testFolder'), 'prepared')
  await prepareOnce(prepared)
  mkdirSync(dataDir, { recursive: true })
  execFileSync('cp', ['-a', path.join(prepared, 'postgres'), path.join(dataDir, 'postgres')])
}

/** Creates a data folder with a prepared database for one run. Call `remove` after the site has stopped. */
export async function preparedDataDir(): Promise<ReturnType<typeof temporaryDataDir>> {
  const folder = temporaryDataDir()
  await addPreparedDatabase(folder.dataDir)
  return folder
}

/** The first worker prepares the database, and the others wait for it. */
async function prepareOnce(folder: string): Promise<void> {
  if (existsSync(folder)) return
  // Not a pool, which would close an idle connection.
  const client = new Client(inject('testServer'))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    if (!existsSync(folder)) await prepare(folder)
  } finally {
    await client.end()
  }
}

async function prepare(folder: string): Promise<void> {
  const unfinished = `${folder}.new`
  const server = await startPostgres({ dataDir: unfinished, log, settings })
  const db = connect({ ...server.connection, statementLimitMs: Infinity, onError: () => {} })
  await migrateJobs(server.connection, log)
  await migrate(db, path.resolve(import.meta.dirname, '../../migrations'))
  await db.destroy()
  await server.stop()
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  appendFileSync(path.join(unfinished, 'postgres/postgresql.auto.conf'), lines.join(''))
  renameSync(unfinished, folder)
}
