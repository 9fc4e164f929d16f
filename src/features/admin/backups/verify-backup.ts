import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { concurrently } from '#kernel/concurrently.ts'
import { inTransaction } from '#kernel/db.ts'
import { migrateJobs } from '#kernel/jobs.ts'
import { checked, listFiles, openArchive, readArchive, readManifest } from './archive.ts'
import { BackupError, DamagedFile, explained, isReadFailure, MissingFile } from './backup-error.ts'
import type { BackupSite } from './backup-site.ts'
import type { BackupTarget } from './backup-target.ts'
import { type CopySession, listSequences, listTables, openSession } from './copy-session.store.ts'
import { picturePaths } from './create-backup.ts'
import { digestTable } from './dump-database.ts'
import { createDecrypter, type Decrypt } from './encryption.ts'
import { blobPath, damaged, openFile, setAside } from './file-store.ts'
import { findBackup, type Verification } from './list-backups.ts'
import { loadDatabase } from './load-database.ts'
import { type BackupIndex, type Manifest, type SiteFile, verifiedPath } from './manifest.contract.ts'
import { discard, through } from './measured.ts'
import { withWorkFolder } from './work-folder.ts'
import type * as z from 'zod/mini'

export interface VerifiedBackup {
  id: string
  verifiedAt: string
  tables: number
  rows: number
  files: number
  bytes: number
}

export interface VerifyOptions {
  /** By default, the newest backup. */
  id?: string | null
}

/** A backup that cannot be restored completely. */
export class DamagedBackup extends BackupError {
  readonly backupId: string
  readonly problems: readonly string[]

  constructor(id: string, problems: readonly string[]) {
    const shown = problems.slice(0, 20).map((problem) => `  ${problem}`)
    const more = problems.length > shown.length ? [`  … and ${problems.length - shown.length} more`] : []
    super(`The backup ${id} is damaged:\n${[...shown, ...more].join('\n')}`)
    this.backupId = id
    this.problems = problems
  }
}

/** Restores the backup into a temporary database, compares every table and file with the manifest, and records the
 *  result next to the backup. Does not need the site's own database. @throws DamagedBackup, BackupError */
export async function verifyBackup(site: BackupSite, { id = null }: VerifyOptions = {}): Promise<VerifiedBackup> {
  const { target, dataDir, log, version } = site
  const { index } = await findBackup(target, id)
  const decrypt = await createDecrypter(target, index, site.encryption)
  try {
    const problems = await withWorkFolder(dataDir, log, (folder) => verify(site, index, decrypt, folder))
    if (problems.length > 0) {
      await target.delete(verifiedPath(index.id))
      throw new DamagedBackup(index.id, problems)
    }
  } catch (reason) {
    throw explained(reason, dataDir)
  }
  const verification: z.infer<typeof Verification> = { verifiedAt: new Date().toISOString(), version }
  await target.put(verifiedPath(index.id), Readable.from([Buffer.from(JSON.stringify(verification))]))
  const { files, rows } = index
  const manifest = await readManifest(target, index, decrypt)
  return {
    id: index.id,
    verifiedAt: verification.verifiedAt,
    tables: manifest.tables.length,
    rows,
    files: files.count,
    bytes: files.bytes + index.archive.bytes,
  }
}

async function verify(site: BackupSite, index: BackupIndex, decrypt: Decrypt, folder: string): Promise<string[]> {
  const { target } = site
  try {
    const manifest = await openArchive(target, index, decrypt)
    const files = new Map<string, SiteFile>()
    for await (const file of listFiles(target, index, manifest, decrypt)) files.set(file.path, file)
    return [
      ...indexProblems(index, manifest, files),
      ...(await fileProblems(site, index, decrypt, files)),
      ...(await databaseProblems(site, index, manifest, { decrypt, folder, files })),
    ]
  } catch (reason) {
    if (reason instanceof DamagedFile || reason instanceof MissingFile) return [reason.message]
    throw reason
  }
}

/** The index repeats parts of the manifest, which the archive's checksum protects. */
function indexProblems(index: BackupIndex, manifest: Manifest, files: ReadonlyMap<string, SiteFile>): string[] {
  const { archive: _archive, blobs, ...facts } = index
  const expected = new Map<string, unknown>(Object.entries(manifest))
  const hashes = [...new Set([...files.values()].map(({ sha256 }) => sha256))].toSorted()
  const isEqual =
    Object.entries(facts).every(([name, value]) => isDeepStrictEqual(value, expected.get(name))) &&
    isDeepStrictEqual(blobs, hashes) &&
    files.size === manifest.files.count
  return isEqual ? [] : [`The file ${index.id}.json does not match the archive.`]
}

async function fileProblems(
  { target }: BackupSite,
  index: BackupIndex,
  decrypt: Decrypt,
  files: ReadonlyMap<string, SiteFile>,
): Promise<string[]> {
  const problems: string[] = []
  const byContent = new Map([...files.values()].map((file) => [file.sha256, file]))
  await concurrently(byContent.values(), 4, async (file) => {
    try {
      await pipeline(await openFile(target, index, file, decrypt), discard())
    } catch (reason) {
      problems.push(await problemOf(reason, target, index, file))
    }
  })
  return problems
}

/** Returns what is wrong with the stored file. @throws the reason if the disk, the network, or the service is at fault */
async function problemOf(reason: unknown, target: BackupTarget, index: BackupIndex, file: SiteFile): Promise<string> {
  if (reason instanceof MissingFile) return reason.message
  const isDamaged = reason instanceof DamagedFile || !(reason instanceof BackupError || isReadFailure(reason))
  if (!isDamaged) throw reason
  // The archive could be opened with the same key, so the file is at fault.
  await setAside(target, index, file)
  return damaged(file.path, blobPath(index, file.sha256))
}

interface Parts {
  decrypt: Decrypt
  folder: string
  files: ReadonlyMap<string, SiteFile>
}

async function databaseProblems(
  site: BackupSite,
  index: BackupIndex,
  manifest: Manifest,
  { decrypt, folder, files }: Parts,
): Promise<string[]> {
  return site.withScratchDatabase(path.join(folder, 'database'), async (connection) => {
    await migrateJobs(connection, site.log)
    const session = await openSession(connection)
    try {
      await inTransaction(session.db, (db) =>
        loadDatabase(session, db, manifest, {
          migrationsFolder: site.migrationsFolder,
          dumps: dumpsIn(site, index, manifest, decrypt),
        }),
      )
      return [...(await tableProblems(session, manifest)), ...(await pictureProblems(session, manifest, files))]
    } finally {
      await session.close()
    }
  })
}

/** Yields the tables in the archive, and checks the keys that come before them. */
export async function* dumpsIn(
  { target }: Pick<BackupSite, 'target'>,
  index: BackupIndex,
  manifest: Manifest,
  decrypt: Decrypt,
) {
  const tables = new Map(manifest.tables.map((table) => [table.entry, table]))
  const keys = new Map(manifest.keys.map((key) => [key.entry, key]))
  for await (const { name, content } of readArchive(target, index, decrypt)) {
    const table = tables.get(name)
    const key = keys.get(name)
    if (table) yield { table, content: through(checked(content, table), createGunzip()) }
    else await pipeline(key ? checked(content, key) : content, discard())
    tables.delete(name)
  }
  const [lacking] = tables.keys()
  if (lacking) throw new DamagedFile(`The entry ${lacking} is missing from the archive ${index.archive.path}.`)
}

async function tableProblems(session: CopySession, { tables, sequences }: Manifest): Promise<string[]> {
  const expected = new Map(tables.map((table) => [`${table.schema}.${table.name}`, table]))
  const problems: string[] = []
  for (const table of await listTables(session.db)) {
    const name = `${table.schema}.${table.name}`
    const dump = expected.get(name)
    const found = await digestTable(session, { ...table, columns: dump?.columns ?? table.columns })
    if (found.rows !== (dump?.rows ?? 0))
      problems.push(`The table ${name} has ${found.rows} rows after a restore, not ${dump?.rows ?? 0}.`)
    else if (dump && found.contentSha256 !== dump.contentSha256)
      problems.push(`The table ${name} has different contents after a restore.`)
    expected.delete(name)
  }
  for (const name of expected.keys()) problems.push(`The table ${name} does not exist after a restore.`)
  if (JSON.stringify(await listSequences(session.db)) !== JSON.stringify(sequences))
    problems.push('The sequences have different values after a restore.')
  return problems
}

/** Every picture in the restored database must be among the files. */
async function pictureProblems(
  session: CopySession,
  { missing }: Manifest,
  files: ReadonlyMap<string, SiteFile>,
): Promise<string[]> {
  if (![...files.keys(), ...missing].some((file) => file.startsWith('storage/'))) return []
  const known = new Set(missing)
  return (await picturePaths(session))
    .filter((file) => !files.has(file) && !known.has(file))
    .map((file) => `The picture ${file} is missing from the backup.`)
}
