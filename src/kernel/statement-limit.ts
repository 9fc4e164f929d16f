import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client } from 'pg'
import { DatabaseTimeout, isReadOnly } from './database-errors.ts'

/** Default time limit for requests' statements. */
export const defaultStatementLimitMs = 10_000

const slowMs = 1000
const limits = new AsyncLocalStorage<number>()

/** Sets the time limit for each statement in `work`, instead of the limit for requests. */
export const withStatementLimit = <T>(ms: number, work: () => T): T => limits.run(ms, work)

/** Returns the limit set by the enclosing `withStatementLimit`, or null. */
export const statementLimit = (): number | null => limits.getStore() ?? null

/** Destroys the connection when a statement gets no response within the limit: a connection dropped by a failover or a
 *  NAT would otherwise go unnoticed for hours. Pending statements fail, and the pool discards the connection. `onSlow`
 *  is called when a statement has been waiting for a second. */
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

  // After a failover, the old primary may keep running as a standby: writes need a new connection.
  function leaveStandby(reason: unknown): never {
    if (isReadOnly(reason)) void client.end()
    throw reason
  }
}

type Query = (...given: unknown[]) => unknown
