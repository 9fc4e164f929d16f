import path from 'node:path'
import type { Config } from '#app/config.ts'
import type { Database } from '#app/database.ts'
import type { Log } from '#kernel/log.ts'

export interface Site extends Pick<Database, 'db' | 'connection'> {
  config: Config
  /** Writes errors to standard error. */
  log: Log
}
interface Options {
  /** Default: true. */
  migrates?: boolean
}

/** Runs `work` with the site's database, which is shared with a running site. Loads the application only when it is
 *  needed, so that help is fast. @throws ConfigError, DatabaseError, MigrationError */
export async function withSite<T>(work: (site: Site) => Promise<T>, { migrates = true }: Options = {}): Promise<T> {
  const { config, log } = await readSite()
  const { openDatabase, openUnmigrated } = await import('#app/database.ts')
  const database = await (migrates ? openDatabase : openUnmigrated)(config, log)
  try {
    return await work({ ...database, config, log })
  } finally {
    await database.close()
  }
}

/** Reads the settings. @throws ConfigError */
export async function readSite(): Promise<Pick<Site, 'config' | 'log'>> {
  const { readConfig } = await import('#app/config.ts')
  const { createLog } = await import('#kernel/log.ts')
  const config = readConfig()
  return { config, log: createLog({ ...config.log, level: 'error', destination: 'stderr' }) }
}

/** Returns the absolute path of a file named on the command line. npm and the `devstead` program run commands in the
 *  site's folder and pass the caller's folder in INIT_CWD. */
export const callerPath = (file: string): string => path.resolve(process.env['INIT_CWD'] ?? '.', file)
