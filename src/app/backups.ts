import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import type { BackupSite, OpenBackupSite } from '#features/admin/backups/backup-site.ts'
import { directoryTarget } from '#features/admin/backups/directory-target.ts'
import { folderSource, isFinishedRecording } from '#features/admin/backups/file-source.ts'
import type { Log } from '#kernel/log.ts'
import { connectionOf, waitForDatabase } from '#providers/database/database-url.ts'
import { startPostgres } from '#providers/database/postgres.ts'
import type { Config } from './config.ts'

const root = path.resolve(import.meta.dirname, '../..')
const Package = z.object({ version: z.string() })

interface Options {
  /** The age identity that reads backups for a recipient. */
  identity?: string | null
}

/** Describes the site for its backups. */
export function backupSiteOf(config: Config, log: Log, { identity = null }: Options = {}): BackupSite {
  const { dataDir, backups, recordings, siteUrl } = config
  const storage = folderSource('storage', path.join(dataDir, 'storage'))
  return {
    target: directoryTarget(backups.folder),
    encryption: { passphrase: backups.passphrase, recipient: backups.recipient, identity },
    dataDir,
    siteUrl,
    version: Package.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))).version,
    migrationsFolder: path.join(root, 'migrations'),
    sources: [
      storage,
      ...(backups.hasRecordings ? [folderSource('recordings', recordings.folder, isFinishedRecording)] : []),
    ],
    log,
  }
}

/** Runs `work` with a connection to the site's database in the state in which it is, and starts the embedded server if
 *  necessary. Opens no connections of its own. */
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
  const server = await startPostgres({ dataDir: config.dataDir, log: site.log })
  try {
    return await work({ ...site, connection: server.connection })
  } finally {
    await server.stop()
  }
}
