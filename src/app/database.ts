import type { PoolConfig } from 'pg'
import { type Breaker, createBreaker } from '#kernel/breaker.ts'
import { connect, type Db } from '#kernel/db.ts'
import { migrateJobs } from '#kernel/jobs.ts'
import type { Metrics } from '#kernel/metrics.ts'
import { connectionOf, waitForDatabase } from '#providers/database/database-url.ts'
import { BackupError } from '#features/admin/backups/backup-error.ts'
import { isInUse } from '#features/admin/backups/load.store.ts'
import { finishRestores } from '#features/admin/backups/restored-keys.ts'
import type { Log } from '#kernel/log.ts'
import {
  listPendingMigrations,
  migrate,
  MigrationError,
  NewerDatabaseError,
  rehearseMigrations,
} from '#kernel/migrations.ts'
import { isTransactionPooler } from '#providers/database/pooler.store.ts'
import { DatabaseError } from '#providers/database/failures.ts'
import type { Connection } from '#providers/database/postgres.ts'
import { probeDatabase } from '#kernel/probe.ts'
import { observeStatements } from '#kernel/statement-observer.ts'
import { withStatementLimit } from '#kernel/statement-limit.ts'
import type { Config } from './config.ts'
import { migrationsFolder, startEmbedded } from './embedded-database.ts'
import { findNewerVersion, recordVersion } from './program-versions.store.ts'
import { programVersion } from './program-version.ts'

const probeLimitMs = 4000

export interface Database {
  db: Db
  breaker: Breaker
  /** A direct connection, for jobs. */
  connection: PoolConfig
  /** The same connection as a DATABASE_URL, for other processes of this site. */
  url: string
  close: () => Promise<void>
}

/** Opens the configured database, or the embedded one in DATA_DIR, and migrates it. */
export async function openDatabase(config: Config, log: Log, metrics?: Metrics): Promise<Database> {
  const database = await openUnmigrated(config, log, metrics)
  try {
    await migrateDatabase(config, database, log)
    return database
  } catch (reason) {
    await database.close()
    throw reason
  }
}

/** Opens the configured database, or the embedded one in DATA_DIR, without migrating it. */
export async function openUnmigrated(config: Config, log: Log, metrics?: Metrics): Promise<Database> {
  if (config.database) {
    await waitForDatabase(config.database.directUrl, log)
    await refusePoolers(config.database)
  }
  const server = config.database ? null : await startEmbedded(config, log)
  const connection: PoolConfig = server?.connection ?? connectionOf(config.database!.directUrl)
  const main = config.database ? connectionOf(config.database.url) : connection
  const breaker = createBreaker({ probe: () => probeDatabase(main, probeLimitMs), log })
  const db = connect({
    ...main,
    breaker,
    isDirect: !config.database?.pooled,
    statementLimitMs: config.databaseTimeoutMs,
    preparedStatements: !config.database?.pooled,
    onError: ({ message }) => log.warn({ reason: message }, 'lost a database connection'),
    ...(metrics && {
      onOpen: (pool) => metrics.watchPool('requests', pool),
      onStatement: observeStatements({ metrics, log, slowMs: config.slowQueryMs }),
    }),
  })
  const close = async () => {
    breaker.stop()
    await db.destroy()
    await server?.stop()
  }
  const url = config.database?.url ?? socketUrl(server!.connection)
  return { db, breaker, connection, url, close }
}

/** At startup, rejects a transaction pooler that is not configured as one. Otherwise, prepared statements and
 *  notifications would fail only once the site is in use. */
async function refusePoolers({ url, directUrl, pooled }: NonNullable<Config['database']>): Promise<void> {
  const advice = `Set DATABASE_POOLER=transaction, and set DIRECT_DATABASE_URL to the URL of the PostgreSQL server itself.`
  if (await isTransactionPooler(directUrl))
    throw new DatabaseError(
      `${url === directUrl ? 'DATABASE_URL' : 'DIRECT_DATABASE_URL'} points to a transaction pooler. ${advice}`,
    )
  if (!pooled && url !== directUrl && (await isTransactionPooler(url)))
    throw new DatabaseError(`DATABASE_URL points to a transaction pooler. ${advice}`)
}

const socketUrl = ({ host, port, user, database, password = '' }: Connection) =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`

type Migratable = Pick<Database, 'db' | 'connection'>

/** Runs new migrations. @returns their names @throws MigrationError if one fails; nothing is changed */
export async function migrateDatabase(config: Config, database: Migratable, log: Log): Promise<string[]> {
  const ran = await backedUp(config, database, log, () =>
    withDirect(config, database, (db) => migrate(db, migrationsFolder)),
  ).catch((reason: unknown) => explainNewer(database.db, reason))
  await recordVersion(database.db, programVersion)
  await migrateJobs(database.connection, log)
  await finishRestores(config.dataDir, database.db)
  if (ran.length > 0) log.info({ migrations: ran }, 'migrated the database')
  return ran
}

/** Backs up the site before `work`, if a new version is about to change a site with members. @throws BackupError if the
 *  backup fails; nothing is changed */
async function backedUp<T>(
  config: Config,
  { db, connection }: Migratable,
  log: Log,
  work: () => Promise<T>,
): Promise<T> {
  const isNeeded = async () => (await pendingMigrations(db)).length > 0 && (await isInUse(db))
  if (!config.backups.isBeforeMigration || !(await isNeeded())) return work()
  // Loaded only when needed, because most starts need no backup.
  const { openSession, waitForMigrationLock } = await import('#features/admin/backups/copy-session.store.ts')
  const session = await openSession(connection)
  try {
    // Several machines may start at the same time: the first one migrates.
    await waitForMigrationLock(session.db)
    if (await isNeeded()) {
      const { backupSiteOf } = await import('./backups.ts')
      const { createBackup } = await import('#features/admin/backups/create-backup.ts')
      const site = { ...(await backupSiteOf(config, log)), connection }
      const { index } = await createBackup(site, { reason: 'migration', waits: true }).catch(refuseToMigrate)
      log.info({ backup: index.id }, 'backed up the site before migrating it')
    }
    return await work()
  } finally {
    await session.close()
  }
}

function refuseToMigrate(cause: unknown): never {
  if (!(cause instanceof BackupError)) throw cause
  throw new BackupError(
    `The site must be migrated to this version, but it could not be backed up: ${cause.message} Nothing was changed. To migrate without a backup, set BACKUP_BEFORE_MIGRATION=off.`,
    { cause },
  )
}

/** Rethrows the error. If the database is too new, names the version to start and the backup to restore in the
 *  message. */
async function explainNewer(db: Db, reason: unknown): Promise<never> {
  if (!(reason instanceof NewerDatabaseError)) throw reason
  const { version, backupId } = await findNewerVersion(db)
  const start = version === null ? '' : ` Version ${version} has used it.`
  const back =
    backupId === null
      ? 'To go back to this version, restore a backup that was made before the update: see devstead backup list.'
      : `To go back to this version, losing all changes since the update, restore the backup that was made before it: devstead backup restore ${backupId} --replace.`
  throw new MigrationError(`${reason.message}${start} ${back}`, { cause: reason })
}

/** Runs new migrations and rolls them back. @returns their names @throws MigrationError if one fails */
export const rehearseMigration = (config: Config, database: Migratable): Promise<string[]> =>
  withDirect(config, database, (db) => rehearseMigrations(db, migrationsFolder))

/** Returns the names of migrations that have not run. */
export const pendingMigrations = (db: Db): Promise<string[]> => listPendingMigrations(db, migrationsFolder)

/** Runs `work` without time limits, and not through a transaction pooler. */
async function withDirect<T>(config: Config, { db, connection }: Migratable, work: (db: Db) => Promise<T>): Promise<T> {
  const direct = config.database?.pooled ? connect({ ...connection, onError: () => {} }) : db
  try {
    return await withStatementLimit(Infinity, () => work(direct))
  } finally {
    if (direct !== db) await direct.destroy()
  }
}
