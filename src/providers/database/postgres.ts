import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'
import { listenSettings, type Connection } from './connection.ts'
import { openCluster } from './cluster.ts'
import { DatabaseError } from './failures.ts'
import { attach, type Attachment } from './attach.ts'
import { type Settings, shutDown } from './server.ts'

export type { Connection }
export interface PostgresOptions {
  /** The site's data folder. Its `postgres` subfolder contains the database. */
  dataDir: string
  log: Log
  /** Server settings, such as `{ fsync: 'off' }` for tests. */
  settings?: Settings
  /** How to connect: a socket that only the owner can open, or a loopback port with a password. */
  listen?: 'socket' | 'loopback'
  /** The major version of PostgreSQL that created the data folder; by default, the current one. */
  major?: string
}

export interface EmbeddedPostgres {
  connection: Connection
  /** Releases this process's lease. The last process to do so stops the server. */
  stop(): Promise<void>
}

const pollMs = 20
const maxDelayMs = 30_000

/** Attaches to the embedded server, which may have been left running by a dead process or be in use by another
 *  process of this site, or starts it. Restarts the server whenever it ends, until `stop`. @throws DatabaseError */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {}, listen = process.platform === 'win32' ? 'loopback' : 'socket' } = options
  const cluster = await openCluster({
    dataDir,
    isNetworked: listen === 'loopback',
    noSync: settings['fsync'] === 'off',
    major: options.major,
  })
  const stopping = new AbortController()
  const { signal } = stopping
  const attachTo = (previous: Connection | null) =>
    attach(cluster, {
      settings: async () => ({ ...settings, ...(await listenSettings(cluster, previous)) }),
      log,
      signal,
      pollMs,
    })

  let attachment: Attachment | null = await attachTo(null)
  const { connection } = attachment
  const watching = watch()

  async function watch() {
    while (attachment) {
      if (signal.aborted) await leave(attachment)
      await attachment.lease.ended
      attachment = null
      if (!signal.aborted) log.error('the database has stopped and is being restarted')
      attachment = await reattach()
    }
  }

  async function reattach(): Promise<Attachment | null> {
    for (let delayMs = pollMs; !signal.aborted; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
      try {
        return await attachTo(connection)
      } catch (err) {
        if (signal.aborted) break
        log.error({ err }, err instanceof DatabaseError ? err.message : 'the database could not be restarted')
        await sleep(delayMs, undefined, { signal, ref: false }).catch(() => {})
      }
    }
    return null
  }

  async function stop() {
    if (signal.aborted) return watching
    stopping.abort()
    if (attachment) await leave(attachment)
    await watching
  }

  async function leave({ lease, lock }: Attachment) {
    if (await lease.leave()) await shutDown(cluster, lock, pollMs)
  }

  return { connection, stop }
}
