import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import type { PoolConfig } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { backupSiteOf } from '#app/backups.ts'
import { readConfig } from '#app/config.ts'
import { createServices } from '#app/context.ts'
import { fillDemo } from '#app/demo/fill-demo.ts'
import type { OpenBackupSite } from '#features/admin/backups/backup-site.ts'
import { scratchOn } from '#features/admin/backups/scratch-database.ts'
import { connect, type Db, sql } from '#kernel/db.ts'
import type { Connection } from '#providers/database/connection.ts'
import { testConnection } from './database.ts'

/** Returns a temporary folder. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'devstead-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Describes a site in the data folder, with its own database. Its backups are verified on the tests' server, which is
 *  faster than starting one for each verification. Its statements do not wait for those of other tests, as they would
 *  with the low priority that embedded servers give them. */
export const backupSite = async (
  dataDir: string,
  connection: PoolConfig,
  settings: Record<string, string> = {},
  identity: string | null = null,
): Promise<OpenBackupSite> => {
  const config = readConfig({ DATA_DIR: dataDir, SITE_URL: 'http://devstead.test', ...settings })
  const site = await backupSiteOf(config, pino({ level: 'silent' }), { identity })
  const withScratchDatabase = scratchOn(inject('testServer'))
  return { ...site, connection, usesEmbeddedServer: false, withScratchDatabase }
}

let count = 0

interface OwnDatabase {
  connection: Connection
  db: Db
}

/** Creates a database on the tests' server, which is dropped after the test. @param template `template` for a database
 *  with the site's tables; by default, it is empty */
export async function ownDatabase(template?: 'template'): Promise<OwnDatabase> {
  const { drop, ...database } = await createDatabase(template)
  onTestFinished(drop)
  return database
}

async function createDatabase(template = 'template0'): Promise<OwnDatabase & { drop: () => Promise<void> }> {
  const server = await testConnection()
  const database = `backup_${process.env['VITEST_POOL_ID']}_${count++}`
  const admin = connect({ ...server, max: 1, onError: () => {} })
  await sql`create database ${sql.id(database)} template ${sql.id(template)}`.execute(admin)
  const connection = { ...server, database }
  const db = connect({ ...connection, application_name: 'test', max: 5, onError: () => {} })
  async function drop() {
    await db.destroy()
    await sql`drop database ${sql.id(database)} with (force)`.execute(admin)
    await admin.destroy()
  }
  return { connection, db, drop }
}

/** Creates a site with demo content, pictures, and a key, in its own database and data folder. Remove it with `end`. */
export async function createDemoSite() {
  const { connection, db, drop } = await createDatabase('template')
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'devstead-backup-'))
  const config = readConfig({ DATA_DIR: dataDir, SITE_URL: 'http://devstead.test', RTMP_PORT: '0', BACKUPS: 'off' })
  const services = await createServices(config, { db, connection }, pino({ level: 'silent' }))
  await fillDemo(services.ctx)
  await services.close()
  async function end() {
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { connection, db, dataDir, end }
}

/** Returns the paths of all files below the folder, in order. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted()

/** Flips one bit of the file. */
export function flipBit(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at % bytes.length]! ^= 1 << (at % 8)
  writeFileSync(file, bytes)
}
