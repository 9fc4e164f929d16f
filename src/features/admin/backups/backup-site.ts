import type { PoolConfig } from 'pg'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import type { BackupTarget } from './backup-target.ts'
import type { EncryptionSettings } from './encryption.ts'
import type { FileSource } from './file-source.ts'
import type { WithScratchDatabase } from './scratch-database.ts'

/** How much of one core the process of a backup or its verification uses while the site is running. */
export const backupCpuShare = 0.2

/** What backups need to know about the site. */
export interface BackupSite {
  target: BackupTarget
  encryption: EncryptionSettings
  /** The site's data folder: keys, and temporary files. */
  dataDir: string
  siteUrl: string
  /** Returns the site's id, or null if the database is too old to have one. */
  findSiteId: (db: Db) => Promise<string | null>
  /** The version of this program. */
  version: string
  migrationsFolder: string
  /** Whether the database server is the embedded one, whose processes run on this machine. */
  usesEmbeddedServer: boolean
  /** Where files are backed up from and restored to. */
  sources: FileSource[]
  /** Whether to back up recordings. */
  hasRecordings: boolean
  /** Creates the database into which a backup is restored to verify it. */
  withScratchDatabase: WithScratchDatabase
  log: Log
}

/** A site with its database. */
export interface OpenBackupSite extends BackupSite {
  /** A direct connection, not through a transaction pooler. */
  connection: PoolConfig
}
