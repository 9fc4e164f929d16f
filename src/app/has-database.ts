import fs from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'

/** Reports whether the site has a database: an external one, or an embedded one that an earlier start created. */
export const hasDatabase = ({ database, dataDir }: Config): boolean =>
  database !== null || fs.existsSync(path.join(dataDir, 'postgres/PG_VERSION'))
