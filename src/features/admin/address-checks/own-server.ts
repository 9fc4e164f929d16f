import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import { AppError } from '#kernel/errors.ts'

/** Answers requests of the site to itself on a port of this machine only, exactly as it answers visitors, but
 *  independent of proxies, DNS, and firewalls. */
export interface OwnServer {
  /** @param listener handles the site's requests */
  serve(listener: RequestListener): void
  /** Runs `work` while the site answers at the given origin: `http://127.0.0.1:41234`. */
  whileOpen<T>(work: (origin: string) => Promise<T>): Promise<T>
  /** Rejects work that waits for the listener. */
  stop(): void
}

export function createOwnServer(): OwnServer {
  const ready = Promise.withResolvers<RequestListener>()
  ready.promise.catch(() => {}) // nothing may be waiting
  return {
    serve: ready.resolve,
    async whileOpen(work) {
      const server = http.createServer(await ready.promise).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      try {
        return await work(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
      } finally {
        server.closeAllConnections()
        server.close()
      }
    },
    stop: () => ready.reject(new AppError('not_ready', 'The site is stopping.')),
  }
}
