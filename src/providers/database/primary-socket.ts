import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { isReadOnly } from '#kernel/database-errors.ts'
import { acceptsWrites } from './primary.store.ts'

/** One of the servers in DATABASE_URL, with its own URL. */
export interface Server {
  url: string
  host: string
  port: number
}

const probeLimitMs = 5000
/** How often a standby is checked again while another server has not responded yet. */
const standbyIntervalMs = 500

/** A socket for `pg` that connects to whichever of several servers accepts writes: after a failover, new connections go
 *  to the new primary. */
export class PrimarySocket extends net.Socket {
  readonly #servers: readonly Server[]

  constructor(servers: readonly Server[]) {
    super()
    this.#servers = servers
  }

  /** Ignores the address from `pg`, which only knows the first server. */
  override connect(): this {
    findPrimary(this.#servers).then(
      // `pg` may have given up; connecting would revive the socket.
      ({ host, port }) => (this.destroyed ? this : super.connect(port, host)),
      (reason: Error) => this.destroy(reason),
    )
    return this
  }
}

/** Returns the first server that responds and accepts writes. While a failed primary does not respond, a standby may be
 *  promoted, so standbys are checked again until all servers have responded or timed out. @throws an error with the code
 *  25006 if all servers that respond are read-only, otherwise the last server's error */
async function findPrimary(servers: readonly Server[]): Promise<Server> {
  const unresponsive = new Set(servers)
  const ended = new AbortController()

  async function check(server: Server): Promise<Server> {
    for (;;) {
      try {
        return await probe(server)
      } catch (reason) {
        unresponsive.delete(server)
        if (!isReadOnly(reason) || unresponsive.size === 0) throw reason
      }
      await sleep(standbyIntervalMs, undefined, { signal: ended.signal })
    }
  }

  try {
    return await Promise.any(servers.map(check))
  } catch (reason) {
    const errors: unknown[] = reason instanceof AggregateError ? reason.errors : [reason]
    throw errors.find(isReadOnly) ?? errors.at(-1)
  } finally {
    ended.abort()
  }
}

async function probe(server: Server): Promise<Server> {
  const limits = { connectionTimeoutMillis: probeLimitMs, query_timeout: probeLimitMs }
  const client = new Client({ connectionString: server.url, application_name: 'devstead', ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    if (await acceptsWrites(client)) return server
    throw Object.assign(new Error('The server is a standby'), { code: '25006' })
  } finally {
    void client.end().catch(() => {})
  }
}
