import { randomBytes } from 'node:crypto'
import type { PoolConfig } from 'pg'
import type { Log } from '#kernel/log.ts'
import { DatabaseError } from '#providers/database/failures.ts'
import { type EmbeddedPostgres, startPostgres } from '#providers/database/postgres.ts'
import { createScratch, dropScratch, openSession } from './copy-session.store.ts'

/** Runs `work` with an empty database, which is removed afterward. `folder`: where its files may be stored. */
export type WithScratchDatabase = <T>(folder: string, work: (connection: PoolConfig) => Promise<T>) => Promise<T>

/** Losing the data in a crash does no harm, so the server need not wait for the disk. */
const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

/** Creates scratch databases on an embedded server. Where that server does not run, such as on Alpine Linux, creates
 *  them on the site's own server, if it has one. Throws DatabaseError if neither is possible. */
export const embeddedScratch =
  (log: Log, ownServer: PoolConfig | null): WithScratchDatabase =>
  async (folder, work) => {
    let server: EmbeddedPostgres
    try {
      server = await startPostgres({ dataDir: folder, log, settings })
    } catch (reason) {
      if (!ownServer || !(reason instanceof DatabaseError)) throw reason
      log.info(`${reason.message} Verifying the backup on the site's own database server.`)
      return scratchOn(ownServer)(folder, work)
    }
    try {
      return await work(server.connection)
    } finally {
      await server.stop()
    }
  }

/** Creates scratch databases on the server. */
export const scratchOn =
  (connection: PoolConfig): WithScratchDatabase =>
  async (_folder, work) => {
    const session = await openSession(connection)
    try {
      const name = await createScratch(session.db, randomBytes(4).toString('hex'))
      try {
        return await work(withDatabase(connection, name))
      } finally {
        await dropScratch(session.db, name)
      }
    } finally {
      await session.close()
    }
  }

/** Returns the connection settings with a different database, including in the URL, if there is one. */
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
