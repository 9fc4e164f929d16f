import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { unpackTar } from 'modern-tar/fs'
import type { PoolConfig } from 'pg'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { listFiles, readArchive, readManifest } from '#features/admin/backups/archive.ts'
import { openSession } from '#features/admin/backups/copy-session.store.ts'
import { directoryTarget } from '#features/admin/backups/directory-target.ts'
import { createDecrypter } from '#features/admin/backups/encryption.ts'
import { openFile } from '#features/admin/backups/file-store.ts'
import { findBackup } from '#features/admin/backups/list-backups.ts'
import { loadDatabase } from '#features/admin/backups/load-database.ts'
import type { Manifest } from '#features/admin/backups/manifest.contract.ts'
import { inTransaction } from '#kernel/db.ts'
import { migrateJobs } from '#kernel/jobs.ts'
import { dumpsIn } from '#features/admin/backups/verify-backup.ts'

const fixtures = path.resolve(import.meta.dirname, '../fixtures/releases')

/** A fixture that `npm run release-fixture` created for a release: `release.json`, next to a backup of its demo site
 *  and a copy of its migrations. */
export interface Release {
  version: string
  /** The addresses of its pages, pictures, and feeds, all of which returned 200. */
  addresses: string[]
  /** A member with an authenticator app, whose secret is in hexadecimal. */
  secondFactor: { email: string; password: string; secret: string }
}

export const releaseFolder = (version: string): string => path.join(fixtures, version)
export const backupFolder = ({ version }: Pick<Release, 'version'>): string =>
  path.join(releaseFolder(version), 'backup')

/** Returns all fixtures, oldest first. */
export const listReleases = (): Release[] =>
  readdirSync(fixtures)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((version) => JSON.parse(readFileSync(path.join(releaseFolder(version), 'release.json'), 'utf8')) as Release)

/** Unpacks the release's migrations to a temporary folder. */
async function unpackMigrations({ version }: Release): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'devstead-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const packed = createReadStream(path.join(releaseFolder(version), 'migrations.tar.gz'))
  await pipeline(packed, createGunzip(), unpackTar(folder))
  return folder
}

/** Creates the site as the release left it: its tables, made by its own migrations, in an empty database, and its
 *  files in the data folder. @returns what the database contains */
export async function loadRelease(release: Release, dataDir: string, connection: PoolConfig): Promise<Manifest> {
  const target = directoryTarget(backupFolder(release))
  const { index } = await findBackup(target, null)
  const decrypt = await createDecrypter(target, index, { passphrase: null, recipient: null, identity: null })
  const manifest = await readManifest(target, index, decrypt)
  for await (const file of listFiles(target, index, manifest, decrypt))
    await write(path.join(dataDir, file.path), await openFile(target, index, file, decrypt))
  for await (const { name, content } of readArchive(target, index, decrypt))
    if (name.startsWith('keys/')) await write(path.join(dataDir, path.basename(name)), content)
    else content.resume()
  const migrationsFolder = await unpackMigrations(release)
  await migrateJobs(connection, pino({ level: 'silent' }))
  const session = await openSession(connection)
  try {
    const dumps = dumpsIn({ target }, index, manifest, decrypt)
    await inTransaction(session.db, (db) => loadDatabase(session, db, manifest, { migrationsFolder, dumps }))
  } finally {
    await session.close()
  }
  return manifest
}

async function write(file: string, content: Readable): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true })
  await pipeline(content, createWriteStream(file))
}
