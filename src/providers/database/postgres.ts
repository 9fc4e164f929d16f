import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'
import { addressOf, type Connection } from './address.ts'
import { openCluster } from './cluster.ts'
import { DatabaseError } from './failures.ts'
import { join, type Joined } from './join.ts'
import { type Settings, shutDown } from './server.ts'

export type { Connection }
export interface PostgresOptions {
  /** The folder of the site's data; the database lies in `postgres` in it. */
  dataDir: string
  log: Log
  /** Settings of the server, such as `{ fsync: 'off' }` for tests. */
  settings?: Settings
  /** A socket that only the owner can open, or a port of this machine and a password. */
  listen?: 'socket' | 'loopback'
}

export interface EmbeddedPostgres {
  connection: Connection
  /** Ends this process's use of the server. The last process to do so stops it, whichever of them had started it. */
  stop(): Promise<void>
}

const pollMs = 20
const longestPauseMs = 30_000

/** Brings the embedded server up: a first one, the one that a dead process left running, or the one that another
 *  process of this site runs. It is started again whenever it ends, until `stop`. @throws DatabaseError */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {}, listen = process.platform === 'win32' ? 'loopback' : 'socket' } = options
  const cluster = await openCluster({
    dataDir,
    isNetworked: listen === 'loopback',
    noSync: settings['fsync'] === 'off',
  })
  const stopping = new AbortController()
  const { signal } = stopping
  const enter = (previous: Connection | null) =>
    join(cluster, {
      settings: async () => ({ ...settings, ...(await addressOf(cluster, previous)) }),
      log,
      signal,
      pollMs,
    })

  let joined: Joined | null = await enter(null)
  const { connection } = joined
  const watching = watch()

  async function watch() {
    while (joined) {
      if (signal.aborted) await leave(joined)
      await joined.presence.ended
      joined = null
      if (!signal.aborted) log.error('the database has stopped; it is started again')
      joined = await enterPatiently()
    }
  }

  async function enterPatiently(): Promise<Joined | null> {
    for (let pauseMs = pollMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        return await enter(connection)
      } catch (err) {
        if (signal.aborted) break
        log.error({ err }, err instanceof DatabaseError ? err.message : 'the database could not be started again')
        await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {})
      }
    }
    return null
  }

  async function stop() {
    if (signal.aborted) return watching
    stopping.abort()
    if (joined) await leave(joined)
    await watching
  }

  async function leave({ presence, lock }: Joined) {
    if (await presence.leave()) await shutDown(cluster, lock, pollMs)
  }

  return { connection, stop }
}
