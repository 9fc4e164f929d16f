import type { Pool, PoolClient } from 'pg'

type Release = (reason?: unknown) => void
/** After a failed attempt, there is neither a client nor a function to release it, despite pg's types. */
type Callback = (reason: Error | undefined, client?: PoolClient, release?: Release) => void

/** Wraps the pool so that its connections may be released twice. If the connection that Graphile Worker listens on
 *  breaks while the worker stops, it is released twice; the resulting error would be an unhandled rejection, which ends
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
