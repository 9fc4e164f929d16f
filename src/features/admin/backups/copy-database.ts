import type { PoolConfig } from 'pg'
import { inTransaction } from '#kernel/db.ts'
import { migrateJobs } from '#kernel/jobs.ts'
import type { Log } from '#kernel/log.ts'
import { listMigrationFiles } from '#kernel/migrations.ts'
import { listMigrations } from '#kernel/tables.store.ts'
import { BackupError } from './backup-error.ts'
import {
  copyOut,
  type CopySession,
  inSnapshot,
  listSequences,
  listTables,
  openSession,
  type TableShape,
} from './copy-session.store.ts'
import { digestTable } from './dump-database.ts'
import { loadDatabase } from './load-database.ts'
import { analyze } from './load.store.ts'
import { Meter, through } from './measured.ts'

interface CopyOptions {
  migrationsFolder: string
  log: Log
}

/** Copies the site's database to an empty one on another server, with its current schema, and compares all tables and
 *  sequences. @throws BackupError if they differ, or if this version does not know the schema */
export async function copyDatabase(from: PoolConfig, to: PoolConfig, options: CopyOptions): Promise<void> {
  const source = await openSession(from)
  try {
    const migrations = await listMigrations(source.db)
    if (migrations === null) return
    await refuseUnknown(migrations, options)
    await migrateJobs(to, options.log)
    const target = await openSession(to)
    try {
      await inSnapshot(source, () => copy(source, target, migrations, options))
      await analyze(target.db)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function refuseUnknown(migrations: string[], { migrationsFolder }: CopyOptions): Promise<void> {
  const known = new Set(await listMigrationFiles(migrationsFolder))
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new BackupError(`It has the migration ${unknown} from a newer version of the site. Start that version.`)
}

async function copy(
  source: CopySession,
  target: CopySession,
  migrations: string[],
  { migrationsFolder }: CopyOptions,
): Promise<void> {
  const tables = await listTables(source.db)
  const sequences = await listSequences(source.db)
  const copied = new Map<TableShape, Meter>()
  async function* dumps() {
    for (const table of tables) {
      const meter = new Meter({ countsLines: true })
      copied.set(table, meter)
      yield { table, content: through(copyOut(source, table), meter) }
    }
  }
  await inTransaction(target.db, async (db) => {
    await loadDatabase(target, db, { migrations, sequences }, { migrationsFolder, dumps: dumps() })
    for (const [table, meter] of copied) {
      const { rows, contentSha256 } = await digestTable(target, table)
      const { lines, sha256 } = meter.measure()
      if (rows !== lines || contentSha256 !== sha256)
        throw new BackupError(`The copy of the table ${table.name} differs: it has ${rows} rows instead of ${lines}.`)
    }
    if (JSON.stringify(await listSequences(db)) !== JSON.stringify(sequences))
      throw new BackupError('The copied sequences have different values.')
  })
}
