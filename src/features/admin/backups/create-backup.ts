import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { lowerPriorityOf } from '#kernel/process-priority.ts'
import { listMigrations } from '#kernel/tables.store.ts'
import { fileListEntry, packArchive } from './archive.ts'
import { BackupError, explained } from './backup-error.ts'
import type { BackupReason } from './backups.contract.ts'
import { canRecord, recordBackup } from './backups.store.ts'
import { claimTarget } from './claimed-target.ts'
import type { OpenBackupSite } from './backup-site.ts'
import {
  backendOf,
  type CopySession,
  inSnapshot,
  listPictureFiles,
  listSequences,
  openSession,
  serverVersion,
  tryLock,
  waitForLock,
} from './copy-session.store.ts'
import { dumpTables } from './dump-database.ts'
import { openSealer } from './encryption.ts'
import { openFileStore } from './file-store.ts'
import { type BackupIndex, formatVersion, indexPath, Manifest, newId, type SiteFile } from './manifest.contract.ts'
import { measureOf, Meter, through } from './measured.ts'
import { withWorkFolder } from './work-folder.ts'

export interface CreateOptions {
  reason: BackupReason
  /** The time of the backup; by default, now. */
  now?: Date
  /** Whether to wait while another backup of the site is running. */
  waits?: boolean
}

export interface CreatedBackup {
  index: BackupIndex
  /** Pictures in the database whose files do not exist. */
  missing: string[]
}

/** Backs up the database, the files, and the keys, while the site is running. Files are stored before the archive that
 *  refers to them, and the index last, so that an interrupted backup is never listed. @throws BackupError */
export async function createBackup(site: OpenBackupSite, options: CreateOptions): Promise<CreatedBackup> {
  const session = await openSession(site.connection)
  try {
    if (site.usesEmbeddedServer) lowerPriorityOf(await backendOf(session.db))
    if (options.waits) await waitForLock(session.db)
    else if (!(await tryLock(session.db))) throw new BackupError('Another backup of this site is running.')
    // A backup made before a restore may be of a different site: the one being replaced.
    if (options.reason !== 'restore') await claimTarget(site, session.db)
    await site.target.removeLeftovers()
    return await withWorkFolder(site.dataDir, site.log, (folder) => create(site, session, folder, options))
  } catch (reason) {
    throw explained(reason, site.dataDir)
  } finally {
    await session.close()
  }
}

async function create(
  site: OpenBackupSite,
  session: CopySession,
  folder: string,
  { reason, now = new Date() }: CreateOptions,
): Promise<CreatedBackup> {
  const { target } = site
  await mkdir(path.join(folder, 'tables'))
  await mkdir(path.join(folder, 'keys'))
  const sealer = await openSealer(target, site.encryption)
  const store = await openFileStore(target, sealer)
  const sources = site.sources.filter(({ name }) => name !== 'recordings' || site.hasRecordings)
  // Store most files before the snapshot, so that few can be deleted after the snapshot but before they are stored.
  await store.add(sources)
  const database = await inSnapshot(session, () => dumpDatabase(session, folder, store.files))
  await store.add(sources)
  const files = [...store.files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const facts = {
    format: formatVersion,
    id: newId(now, randomBytes(2).toString('hex')),
    createdAt: now.toISOString(),
    reason,
    version: site.version,
    siteUrl: site.siteUrl,
    latestMigration: database.migrations.at(-1)!,
    encryption: sealer.kind,
    store: sealer.store,
    files: { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) },
    rows: database.tables.reduce((sum, { rows }) => sum + rows, 0),
  } as const
  const { pictures, ...dumped } = database
  const missing = pictures.filter((file) => !store.files.has(file))
  const manifest = Manifest.parse({
    ...facts,
    ...dumped,
    hasRecordings: site.hasRecordings,
    keys: await copyKeys(site.dataDir, folder),
    fileList: await writeFileList(files, folder),
    missing,
  })
  const archivePath = `${facts.id}.tar${sealer.suffix}`
  const meter = new Meter()
  await target.put(archivePath, through(await sealer.seal(packArchive(manifest, folder)), meter))
  const { bytes, sha256 } = meter.measure()
  const blobs = [...new Set(files.map((file) => file.sha256))].toSorted()
  const index: BackupIndex = { ...facts, archive: { path: archivePath, bytes, sha256 }, blobs }
  await target.put(indexPath(facts.id), Readable.from([Buffer.from(JSON.stringify(index))]))
  if (await canRecord(session.db))
    await recordBackup(session.db, { backupId: index.id, reason, startedAt: now, bytes: bytes + facts.files.bytes })
  return { index, missing }
}

/** Writes the tables to the folder. @returns the manifest's facts about the database, and the pictures that had not
 *  been stored before the snapshot */
async function dumpDatabase(session: CopySession, folder: string, known: ReadonlyMap<string, SiteFile>) {
  const { db } = session
  const migrations = await listMigrations(db)
  if (!migrations?.length) throw new BackupError('The database is empty: there is nothing to back up.')
  return {
    postgres: await serverVersion(db),
    migrations,
    tables: await dumpTables(session, folder),
    sequences: await listSequences(db),
    pictures: (await picturePaths(session)).filter((file) => !known.has(file)),
  }
}

const batch = 10_000

/** Returns the backup paths of all pictures in the database. */
export async function picturePaths({ db }: Pick<CopySession, 'db'>): Promise<string[]> {
  const paths: string[] = []
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await listPictureFiles(db, last, batch)
    for (const { file } of rows) paths.push(`storage/${file.slice(0, 2)}/${file}`)
    if (rows.length < batch) return paths
    last = rows.at(-1)!.file
  }
}

/** Copies the keys in the data folder. */
async function copyKeys(dataDir: string, folder: string): Promise<Manifest['keys']> {
  const keys: Manifest['keys'] = []
  for (const name of (await readdir(dataDir)).filter((file) => file.endsWith('.key')).toSorted()) {
    const entry = `keys/${name}`
    const copy = path.join(folder, entry)
    await copyFile(path.join(dataDir, name), copy)
    const { bytes, sha256 } = await measureOf(createReadStream(copy))
    keys.push({ name, entry, bytes, sha256 })
  }
  return keys
}

async function writeFileList(files: SiteFile[], folder: string): Promise<Manifest['fileList']> {
  const meter = new Meter()
  const lines = Readable.from(linesOf(files))
  await pipeline(lines, createGzip(), meter, createWriteStream(path.join(folder, fileListEntry), { mode: 0o600 }))
  const { bytes, sha256 } = meter.measure()
  return { entry: fileListEntry, bytes, sha256 }
}

function* linesOf(files: SiteFile[]): Generator<string> {
  for (const file of files) yield `${JSON.stringify(file)}\n`
}
