import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { concurrently } from '#kernel/concurrently.ts'
import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { migrateJobs } from '#kernel/jobs.ts'
import { listMigrationFiles, migrate } from '#kernel/migrations.ts'
import { lowerPriorityOf } from '#kernel/process-priority.ts'
import { listMigrations } from '#kernel/tables.store.ts'
import { checked, listFiles, openArchive, readArchive } from './archive.ts'
import { BackupError, explained } from './backup-error.ts'
import type { OpenBackupSite } from './backup-site.ts'
import { recordRestore, wasRestored } from './backups.store.ts'
import { backendOf, type CopySession, openSession, tryLock } from './copy-session.store.ts'
import { createBackup } from './create-backup.ts'
import { syncFolder } from './directory-target.ts'
import { createDecrypter, type Decrypt } from './encryption.ts'
import { openFile } from './file-store.ts'
import { findBackup } from './list-backups.ts'
import { loadDatabase } from './load-database.ts'
import { analyze, dropEverything, isInUse, isSiteConnected, listForeignTables } from './load.store.ts'
import { type BackupIndex, type Manifest } from './manifest.contract.ts'
import { discard, measureOf } from './measured.ts'
import { finishRestores, putKeysInPlace, stagingFolder } from './restored-keys.ts'
import { dumpsIn } from './verify-backup.ts'

export interface RestoreOptions {
  /** By default, the newest backup. */
  id?: string | null
  /** Whether to replace a site that has members. It is backed up first. */
  replace?: boolean
}

export interface RestoredBackup {
  id: string
  createdAt: string
  rows: number
  files: number
  /** Migrations from newer versions that ran after the rows had been loaded. */
  migrations: string[]
  /** The backup of the site that was replaced. */
  replaced: string | null
  /** Pictures that were already missing when the backup was made. */
  missing: number
}

/** Restores a backup into the site's database and data folder. Files are added first, the database changes in one
 *  transaction, and keys are put in place last, so that an interrupted restore leaves the site as it was.
 *  @throws BackupError */
export async function restoreBackup(
  site: OpenBackupSite,
  { id = null, replace = false }: RestoreOptions = {},
): Promise<RestoredBackup> {
  const { index } = await findBackup(site.target, id)
  const decrypt = await createDecrypter(site.target, index, site.encryption)
  const manifest = await openArchive(site.target, index, decrypt)
  await refuseNewerBackup(site, manifest)
  const session = await openSession(site.connection)
  try {
    if (site.usesEmbeddedServer) lowerPriorityOf(await backendOf(session.db))
    await finishRestores(site.dataDir, session.db)
    await refuseOtherUse(session)
    const isEmpty = !(await isInUse(session.db))
    if (!isEmpty && !replace)
      throw new BackupError(
        'This site has members. To replace it with the backup, pass --replace. The site is backed up first.',
      )
    const replaced = isEmpty ? null : (await createBackup(site, { reason: 'restore' })).index.id
    if (!(await tryLock(session.db))) throw new BackupError('A backup of this site is running.')
    const migrations = await restore(site, session, { index, manifest, decrypt })
    const { createdAt, rows, files, missing } = manifest
    return { id: index.id, createdAt, rows, files: files.count, migrations, replaced, missing: missing.length }
  } catch (reason) {
    throw explained(reason, site.dataDir)
  } finally {
    await session.close()
  }
}

interface Backup {
  index: BackupIndex
  manifest: Manifest
  decrypt: Decrypt
}

async function restore(site: OpenBackupSite, session: CopySession, backup: Backup): Promise<string[]> {
  const { index, manifest, decrypt } = backup
  const restoreId = randomUUID()
  const folder = stagingFolder(site.dataDir, restoreId)
  await mkdir(folder, { mode: 0o700 })
  try {
    await restoreFiles(site, backup)
    await stageKeys(site, backup, folder)
    await migrateJobs(site.connection, site.log)
    const migrations = await inTransaction(session.db, async (db) => {
      await dropEverything(db)
      const dumps = dumpsIn(site, index, manifest, decrypt)
      await loadDatabase(session, db, manifest, { migrationsFolder: site.migrationsFolder, dumps })
      const ran = await migrate(db, site.migrationsFolder)
      await recordRestore(db, { restoreId, backupId: index.id, backedUpAt: manifest.createdAt })
      await audit(db, { action: 'backup.restored', actor: 'operator', details: { backup: index.id } })
      return ran
    })
    await putKeysInPlace(site.dataDir, folder)
    await analyze(session.db)
    return migrations
  } catch (reason) {
    if (!(await wasRestored(session.db, restoreId).catch(() => true)))
      await rm(folder, { recursive: true, force: true })
    throw reason
  }
}

async function refuseNewerBackup({ migrationsFolder }: OpenBackupSite, manifest: Manifest): Promise<void> {
  const known = new Set(await listMigrationFiles(migrationsFolder))
  const unknown = manifest.migrations.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new BackupError(
      `The backup was made by version ${manifest.version} with the migration ${unknown}, which this version does not have. Restore it with version ${manifest.version} or newer.`,
    )
}

/** Rejects a database that the site or anything else is using. */
async function refuseOtherUse({ db }: CopySession): Promise<void> {
  if (await isSiteConnected(db)) throw new BackupError('The site is running. Stop it first, on all machines.')
  if ((await listMigrations(db)) !== null) return
  const [foreign] = await listForeignTables(db)
  if (foreign)
    throw new BackupError(
      `The database contains tables that belong to another program, such as ${foreign.name}. Use an empty database.`,
    )
}

const filesAtOnce = 4

/** Adds the backup's files. Keeps those that the site already has. */
async function restoreFiles(site: OpenBackupSite, { index, manifest, decrypt }: Backup): Promise<void> {
  const sources = new Map(site.sources.map((source) => [source.name, source]))
  await concurrently(listFiles(site.target, index, manifest, decrypt), filesAtOnce, async (file) => {
    const [, sourceName = '', name = ''] = /^([^/]+)\/(.+)$/.exec(file.path) ?? []
    const source = sources.get(sourceName)
    if (!source || !isSafe(name)) throw new BackupError(`This site cannot store the file ${file.path} from the backup.`)
    const present = await source.open(name)
    if (present && (await measureOf(present)).sha256 === file.sha256) return
    await source.write(name, await openFile(site.target, index, file, decrypt))
  })
}

const isSafe = (file: string) => !path.posix.isAbsolute(file) && !file.split('/').includes('..')

/** Puts the backup's keys in the folder, where they stay until the restore is complete. */
async function stageKeys(site: OpenBackupSite, { index, manifest, decrypt }: Backup, folder: string): Promise<void> {
  if (manifest.keys.length === 0) return
  const keys = new Map(manifest.keys.map((key) => [key.entry, key]))
  for await (const { name, content } of readArchive(site.target, index, decrypt)) {
    const key = keys.get(name)
    if (!key) {
      await pipeline(content, discard())
      continue
    }
    if (!isSafe(key.name)) throw new BackupError(`The backup contains a key named ${key.name}.`)
    const target = path.join(folder, path.basename(key.name))
    await pipeline(checked(content, key), createWriteStream(target, { mode: 0o600, flush: true }))
    keys.delete(name)
    if (keys.size === 0) break
  }
  await syncFolder(folder)
}
