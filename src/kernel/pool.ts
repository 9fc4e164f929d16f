import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig } from 'pg'
import type { Breaker } from './breaker.ts'
import { DatabaseTimeout, isReadOnly, isUnavailable } from './database-errors.ts'
import { ping, tidySession } from './sessions.store.ts'
import { defaultStatementLimitMs, limitStatements, statementLimit, withStatementLimit } from './statement-limit.ts'

export interface PoolOptions extends PoolConfig {
  /** How long to wait for a statement's result before destroying the connection; see `withStatementLimit`. */
  statementLimitMs?: number
  /** Whether there is no transaction pooler. In that case, the server is configured to release the locks of lost
   *  connections. */
  isDirect?: boolean
  /** Notified of connection problems. */
  breaker?: Breaker
}

/** How long to wait for a new connection, or for one from a busy pool. */
const connectLimitMs = 5000

/** Creates a pool that replaces unresponsive connections. `onError` is called once for each connection that breaks. */
export function openPool(
  { statementLimitMs = defaultStatementLimitMs, isDirect = false, breaker, ...options }: PoolOptions,
  onError: (reason: Error) => void,
): Pool {
  const connectionTimeoutMillis = Math.min(connectLimitMs, statementLimitMs)
  const limit = (client: ClientBase) =>
    client instanceof Client && limitStatements(client, statementLimitMs, breaker?.suspect)
  async function prepare(client: ClientBase) {
    limit(client)
    await withStatementLimit(connectLimitMs, () => tidySession(client))
  }
  const pool = new Pool({ connectionTimeoutMillis, ...(isDirect && { onConnect: prepare }), ...options })
  pool.on('error', () => {}) // idle connections also emit their own error
  return pool.on('connect', (client) => {
    if (!isDirect) limit(client)
    client.on('error', (reason) => {
      onError(reason)
      breaker?.suspect()
      if (reason instanceof DatabaseTimeout) replaceIdle(pool)
    })
  })
}

/** Closes the idle connections: if one has silently died, the others probably have, too. */
function replaceIdle(pool: Pool): void {
  for (let left = pool.idleCount; left > 0 && !pool.ending; left--) {
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    )
  }
}

/** Adapts the pool to Kysely. Waits up to `patienceMs` for an unavailable server, such as during a restart, unless the
 *  breaker reports an outage. */
export const patientPool = (pool: Pool, patienceMs: number, breaker?: Breaker): PostgresPool => ({
  options: pool.options,
  connect: () => connectPatiently(pool, patienceMs, breaker),
  end: () => pool.end(),
})

const retryMs = 100

async function connectPatiently(pool: Pool, patienceMs: number, breaker?: Breaker): Promise<PoolClient> {
  for (const untilMs = performance.now() + patienceMs; ;) {
    breaker?.check()
    try {
      return await connectAlive(pool)
    } catch (reason) {
      // With several servers, connecting fails with a read-only error until one of them has been promoted.
      const isAway = isUnavailable(reason) || isReadOnly(reason)
      if (isAway) breaker?.failed()
      if (!isAway || performance.now() > untilMs) throw reason
    }
    await sleep(retryMs)
  }
}

const probeLimitMs = 2000

/** With a long limit, a dead connection is indistinguishable from a slow statement, so the connection is checked
 *  first. */
async function connectAlive(pool: Pool): Promise<PoolClient> {
  for (;;) {
    const client = await pool.connect()
    if (statementLimit() === null) return client
    try {
      await withStatementLimit(probeLimitMs, () => ping(client))
      return client
    } catch (reason) {
      client.release(true)
      if (!(reason instanceof DatabaseTimeout)) throw reason
    }
  }
}
