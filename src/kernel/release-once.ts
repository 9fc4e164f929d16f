import type { Pool, PoolClient } from 'pg'

type Release = (reason?: unknown) => void
/** A failed attempt has neither a client nor a way to release it, whatever the types of pg say. */
type Callback = (reason: Error | undefined, client?: PoolClient, release?: Release) => void

/** Returns the pool with connections that may be released twice. Graphile Worker does that with the connection it
 *  listens on, when the connection breaks while the worker stops; the error would be an unhandled rejection, which ends
 *  the process. */
export function releaseOnce(pool: Pool): Pool {
  const connect = (callback?: Callback) =>
    callback
      ? pool.connect((reason, client, release) => callback(reason, client, client && once(release)))
      : pool.connect()
  return new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name, target)),
  })
}

function once(release: Release): Release {
  let isReleased = false
  return (reason) => {
    if (isReleased) return
    isReleased = true
    release(reason)
  }
}
