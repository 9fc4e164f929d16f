import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'

/** Serves the site to itself on a loopback port. Requests are handled like visitors' requests but do not depend on
 *  proxies, DNS, or firewalls. */
export interface OwnServer {
  /** @param listener handles the site's requests */
  serve(listener: RequestListener): void
  /** Opens the port while `work` runs, and passes its origin to `work`: `http://127.0.0.1:41234`. */
  whileOpen<T>(work: (origin: string) => Promise<T>): Promise<T>
  /** Rejects work that is still waiting for the listener. */
  stop(): void
}

export function createOwnServer(): OwnServer {
  const ready = Promise.withResolvers<RequestListener>()
  ready.promise.catch(() => {}) // avoids an unhandled rejection if no work is waiting
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
    stop: () => ready.reject(new AppError('not_ready', t('The site is stopping.'))),
  }
}
