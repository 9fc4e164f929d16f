import path from 'node:path'
import type { Log } from '#kernel/log.ts'
import type { EmbeddedPostgres } from '#providers/database/postgres.ts'
import { startUpgraded } from '#providers/database/upgrade.ts'
import type { Config } from './config.ts'

export const migrationsFolder = path.resolve(import.meta.dirname, '../../migrations')

/** Starts the site's embedded server, and upgrades its data from an earlier version of PostgreSQL. @throws DatabaseError */
export const startEmbedded = ({ dataDir }: Pick<Config, 'dataDir'>, log: Log): Promise<EmbeddedPostgres> =>
  startUpgraded({
    dataDir,
    log,
    copy: async (from, to) => {
      const { copyDatabase } = await import('#features/admin/backups/copy-database.ts')
      await copyDatabase(from, to, { migrationsFolder, log })
    },
  })
