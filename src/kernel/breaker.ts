import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnavailable, isReadOnly, isTimeout, isUnavailable } from './database-errors.ts'
import type { Log } from './log.ts'

/** A circuit breaker: tracks whether the database responds, so that requests do not wait for an unresponsive
 *  database. */
export interface Breaker {
  /** Reports a possible problem, such as a slow statement. Probes the database until it responds. */
  suspect(): void
  /** Reports that the database could not be reached: opens the breaker, then probes as `suspect` does. */
  failed(): void
  isTroubled(): boolean
  /** @throws DatabaseUnavailable if the database has been unavailable for longer than a restart may take */
  check(): void
  /** Returns the result of `work`. @throws DatabaseUnavailable if the breaker opens first; `work` itself continues */
  unlessTroubled<T>(work: Promise<T>): Promise<T>
  stop(): void
}

export interface BreakerOptions {
  /** Opens a new connection and checks that the database responds. With several servers, fails with a read-only
   *  error while none of them accepts writes. */
  probe: () => Promise<unknown>
  log: Log
  /** How long requests wait for a database that refuses connections, as it does during a restart. */
  patienceMs?: number
  /** Pause between two probes. */
  pauseMs?: number
}

export function createBreaker({ probe, log, patienceMs = 5000, pauseMs = 500 }: BreakerOptions): Breaker {
  const stopping = new AbortController()
  const waiting = new Set<() => void>()
  let troubledSinceMs: number | null = null
  let asking: Promise<void> | null = null

  /** A database that accepts connections but does not respond is not restarting, so requests do not wait for it. */
  function begin(isHanging: boolean) {
    if (troubledSinceMs === null) log.warn('the database is not responding: serving cached pages')
    troubledSinceMs = isHanging ? -Infinity : (troubledSinceMs ?? performance.now())
    for (const interrupt of waiting) interrupt()
  }

  function end() {
    if (troubledSinceMs !== null) log.info('the database is responding again')
    troubledSinceMs = null
  }

  async function ask() {
    while (!stopping.signal.aborted) {
      const reason = await probe().then(
        () => null,
        (thrown: unknown) => thrown,
      )
      if (!isUnavailable(reason) && !isTimeout(reason) && !isReadOnly(reason)) return end()
      begin(isTimeout(reason))
      await sleep(pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    }
  }

  function suspect() {
    asking ??= ask().finally(() => (asking = null))
  }

  return {
    suspect,
    failed() {
      begin(false)
      suspect()
    },
    isTroubled: () => troubledSinceMs !== null,
    check() {
      if (troubledSinceMs !== null && performance.now() - troubledSinceMs >= patienceMs) throw new DatabaseUnavailable()
    },
    unlessTroubled(work) {
      const trouble = Promise.withResolvers<never>()
      const interrupt = () => trouble.reject(new DatabaseUnavailable())
      if (troubledSinceMs !== null) interrupt()
      waiting.add(interrupt)
      return Promise.race([trouble.promise, work]).finally(() => waiting.delete(interrupt))
    },
    stop: () => stopping.abort(),
  }
}
