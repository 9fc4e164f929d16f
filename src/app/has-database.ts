import fs from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'

/** Where an embedded database is stored: in its folder, or in the copy from an upgrade that was interrupted before
 *  it was renamed. */
const folders = ['postgres', 'postgres-upgrade/postgres']

/** Reports whether the site has a database: an external one, or an embedded one that an earlier start created. */
export const hasDatabase = ({ database, dataDir }: Pick<Config, 'database' | 'dataDir'>): boolean =>
  database !== null || folders.some((folder) => fs.existsSync(path.join(dataDir, folder, 'PG_VERSION')))
