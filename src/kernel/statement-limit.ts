import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client } from 'pg'
import { DatabaseTimeout, isReadOnly } from './database-faults.ts'

/** How long a request's statement may wait for the database's answer unless the settings say otherwise. */
export const defaultStatementLimitMs = 10_000

const slowMs = 1000
const limits = new AsyncLocalStorage<number>()

/** Lets each statement of `work` wait up to `ms` for its answer, instead of as long as a request's may. */
export const withStatementLimit = <T>(ms: number, work: () => T): T => limits.run(ms, work)

/** The limit that `withStatementLimit` set around the caller, or null. */
export const statementLimit = (): number | null => limits.getStore() ?? null

/** Destroys the connection when a statement on it gets no answer within the limit: a connection that a failover or a NAT
 *  has dropped gives no other sign for hours. Everything that waits on it fails, and no pool hands it out again.
 *  `onSlow` is called when a statement has waited for a second. */
export function limitStatements(client: Client, defaultMs: number, onSlow = () => {}): void {
  const query: Query = client.query.bind(client)
  const limited: Query = (...given) => {
    const ms = statementLimit() ?? defaultMs
    if (ms === Infinity) return query(...given)
    let timer = setTimeout(waitOn, Math.min(slowMs, ms))
    const done = () => clearTimeout(timer)
    function waitOn() {
      if (ms > slowMs) onSlow()
      timer = setTimeout(() => client.connection.stream.destroy(new DatabaseTimeout()), Math.max(0, ms - slowMs))
    }
    const callback = given.at(-1)
    if (typeof callback !== 'function')
      return Promise.resolve(query(...given))
        .catch(leaveStandby)
        .finally(done)
    return query(...given.slice(0, -1), (...answer: unknown[]) => {
      done()
      Reflect.apply(callback, undefined, answer)
    })
  }
  Object.assign(client, { query: limited })

  // After a failover the old primary may live on as a standby: writing needs a new connection.
  function leaveStandby(reason: unknown): never {
    if (isReadOnly(reason)) void client.end()
    throw reason
  }
}

type Query = (...given: unknown[]) => unknown
