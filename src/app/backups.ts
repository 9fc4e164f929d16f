import type { BackupSite, OpenBackupSite } from '#features/admin/backups/backup-site.ts'
import type { BackupTarget } from '#features/admin/backups/backup-target.ts'
import { bucketTarget } from '#features/admin/backups/bucket-target.ts'
import { canRecord, recordBackup, recordVerification } from '#features/admin/backups/backups.store.ts'
import { openSession } from '#features/admin/backups/copy-session.store.ts'
import { bucketSource, pictureKeys, recordingKeys } from '#features/admin/backups/bucket-source.ts'
import { directoryTarget } from '#features/admin/backups/directory-target.ts'
import { type FileSource, folderSource, isFinishedRecording } from '#features/admin/backups/file-source.ts'
import { embeddedScratch } from '#features/admin/backups/scratch-database.ts'
import { findBackup } from '#features/admin/backups/list-backups.ts'
import type { Log } from '#kernel/log.ts'
import { connectionOf, waitForDatabase } from '#providers/database/database-url.ts'
import { findExistingSiteId } from '#providers/bucket/site-identity.store.ts'
import type { Config } from './config.ts'
import { migrationsFolder, startEmbedded } from './embedded-database.ts'
import { programVersion } from './program-version.ts'
import { pictureFolder } from './storage.ts'

interface Options {
  /** The age identity (private key) that decrypts backups encrypted for a recipient. */
  identity?: string | null
}

/** Describes the site for its backups. */
export async function backupSiteOf(config: Config, log: Log, { identity = null }: Options = {}): Promise<BackupSite> {
  const { dataDir, backups, siteUrl } = config
  return {
    target: await targetOf(config),
    encryption: { passphrase: backups.passphrase, recipient: backups.recipient, identity },
    dataDir,
    siteUrl,
    findSiteId: findExistingSiteId,
    version: programVersion,
    migrationsFolder,
    usesEmbeddedServer: config.database === null,
    sources: await sourcesOf(config),
    hasRecordings: backups.hasRecordings,
    withScratchDatabase: embeddedScratch(log, config.database && connectionOf(config.database.directUrl)),
    log,
  }
}

async function sourcesOf(config: Config): Promise<FileSource[]> {
  const { recordings, s3 } = config
  if (!s3)
    return [
      folderSource('storage', pictureFolder(config)),
      folderSource('recordings', recordings.folder, isFinishedRecording),
    ]
  const { openS3Bucket } = await import('#providers/bucket/s3.ts')
  const bucket = openS3Bucket(s3, { partBytes })
  return [bucketSource('storage', bucket, pictureKeys), bucketSource('recordings', bucket, recordingKeys)]
}

/** Half the usual size, because several files are sent at once. */
const partBytes = 8 * 1024 * 1024

async function targetOf({ backups, backupS3 }: Config): Promise<BackupTarget> {
  if (!backupS3) return directoryTarget(backups.folder)
  const { openS3Bucket } = await import('#providers/bucket/s3.ts')
  return bucketTarget(`${backupS3.bucket}/${backupS3.prefix}`, openS3Bucket(backupS3, { partBytes }))
}

/** Runs `work` with the settings for connecting to the site's database, without migrating it. Starts the embedded
 *  server if necessary. */
export async function withBackupDatabase<T>(
  config: Config,
  site: BackupSite,
  work: (site: OpenBackupSite) => Promise<T>,
): Promise<T> {
  if (config.database) {
    const { directUrl } = config.database
    await waitForDatabase(directUrl, site.log)
    return work({ ...site, connection: connectionOf(directUrl) })
  }
  const server = await startEmbedded(config, site.log)
  try {
    return await work({ ...site, connection: server.connection })
  } finally {
    await server.stop()
  }
}

/** Starts the embedded server, if the site uses one, so that it does not inherit a priority that this process lowers
 *  afterward. @returns a function that releases the server; null if the site uses another one, or it cannot start */
export async function attachToOwnServer(config: Config, log: Log): Promise<(() => Promise<void>) | null> {
  if (config.database) return null
  try {
    const { stop } = await startEmbedded(config, log)
    return stop
  } catch (err) {
    log.warn({ err }, 'The site’s own database server cannot be used.')
    return null
  }
}

interface VerificationResult {
  id: string
  /** Null if the backup is damaged. */
  verifiedAt: string | null
  error: string | null
}

/** Records the result of a verification in the site's database, which may not know about the backup if the database
 *  was restored. */
export const recordVerificationOf = (
  config: Config,
  site: BackupSite,
  { id, verifiedAt, error }: VerificationResult,
): Promise<void> =>
  withBackupDatabase(config, site, async ({ connection }) => {
    const { index } = await findBackup(site.target, id)
    const session = await openSession(connection)
    try {
      if (!(await canRecord(session.db))) return
      const { reason, createdAt, archive, files } = index
      const startedAt = new Date(createdAt)
      await recordBackup(session.db, { backupId: id, reason, startedAt, bytes: archive.bytes + files.bytes })
      const time = verifiedAt === null ? null : new Date(verifiedAt)
      await recordVerification(session.db, { backupId: id, verifiedAt: time, error })
    } finally {
      await session.close()
    }
  })
