import { randomBytes } from 'node:crypto'
import type { PoolConfig } from 'pg'
import { DatabaseError } from '#providers/database/failures.ts'
import { type EmbeddedPostgres, startPostgres } from '#providers/database/postgres.ts'
import type { BackupSite } from './backup-site.ts'
import { createScratch, dropScratch, openSession } from './copy-session.store.ts'

/** Losing the data in a crash does no harm, so the server need not wait for the disk. */
const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

/** Runs `work` with an empty database on an embedded server. Where that does not run, such as on Alpine Linux, creates
 *  the database on the site's own server. @throws DatabaseError if neither is possible */
export async function withScratchDatabase<T>(
  { log, scratchServer }: Pick<BackupSite, 'log' | 'scratchServer'>,
  dataDir: string,
  work: (connection: PoolConfig) => Promise<T>,
): Promise<T> {
  let server: EmbeddedPostgres
  try {
    server = await startPostgres({ dataDir, log, settings })
  } catch (reason) {
    if (!scratchServer || !(reason instanceof DatabaseError)) throw reason
    log.info(`${reason.message} Verifying the backup on the site's own database server.`)
    return withDatabaseOn(scratchServer, work)
  }
  try {
    return await work(server.connection)
  } finally {
    await server.stop()
  }
}

async function withDatabaseOn<T>(connection: PoolConfig, work: (connection: PoolConfig) => Promise<T>): Promise<T> {
  const session = await openSession(connection)
  const name = `devstead_verify_${randomBytes(4).toString('hex')}`
  try {
    await createScratch(session.db, name)
    try {
      return await work(withDatabase(connection, name))
    } finally {
      await dropScratch(session.db, name)
    }
  } finally {
    await session.close()
  }
}

/** Returns the connection settings with a different database, also in the URL, if there is one. */
function withDatabase({ connectionString, ...connection }: PoolConfig, database: string): PoolConfig {
  if (connectionString === undefined) return { ...connection, database }
  return {
    ...connection,
    connectionString: connectionString.replace(
      /^(\w+:\/\/[^/?#]*\/?)[^?#]*/,
      (_, start: string) => `${start.replace(/\/$/, '')}/${database}`,
    ),
  }
}
