import cluster from 'node:cluster'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkReadiness } from '#features/admin/health/health.contract.ts'
import type { Context } from '#kernel/http.ts'
import { createLog } from '#kernel/log.ts'
import type { Config } from './config.ts'
import { withDrainedBodies } from './drained-bodies.ts'
import { securityHeaders } from './headers.ts'
import { openSite, type SiteFiles } from './open-site.ts'
import { withLimitedPipelining } from './pipelining.ts'

/** Time for requests in progress to finish when the process is stopped. */
const stopGraceMs = 10_000

/** Closes connections that take too long to send headers or a body; Node.js checks every five seconds. Idle
 *  connections stay open longer than they do on proxies (usually a minute), so that none is closed while the next
 *  request is being sent. */
const timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
}

/** Why the site cannot start, for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}

export interface RunningServer {
  url: string
  /** Resolves when the site is being served, or rejects with the reason why it cannot be. */
  ready: Promise<void>
  /** Reports whether the site has no members yet. */
  isEmpty: () => Promise<boolean>
  /** Reports that the site is not ready, waits until proxies have noticed, and finishes requests in progress. Then
   *  stops the listener, jobs, and the embedded database. */
  stop: () => Promise<void>
}

/** Starts listening immediately. Until the database is ready and `prepare` has finished, /healthz returns 200 and
 *  everything else returns 503. With several processes, each one listens only when it is ready,
 *  because others can serve visitors in the meantime. */
export async function startServer(
  config: Config,
  files: SiteFiles,
  prepare: (ctx: Context) => Promise<void> = async () => {},
): Promise<RunningServer> {
  const log = createLog(config.log)
  let listener = notReady(securityHeaders(config), starting)
  let isStopping = false
  const server = http.createServer(
    timeouts,
    withLimitedPipelining(
      withDrainedBodies((request, response) => {
        if (isStopping && request.url === readinessPath)
          return notReady(securityHeaders(config), stopping)(request, response)
        if (!server.listening) response.shouldKeepAlive = false // stopping: closes connections after their response
        listener(request, response)
      }),
    ),
  )
  if (!cluster.isWorker) await listen(server, config)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : config.port

  const opening = openSite(config, files, log)
  async function begin() {
    const site = await opening
    await prepare(site.ctx)
    listener = site.listener
    if (cluster.isWorker) await listen(server, config)
    log.info({ port }, 'ready')
  }
  return {
    url: config.port === 0 ? `http://${config.host}:${port}` : config.siteUrl,
    ready: begin(),
    isEmpty: async () => (await opening).isEmpty(),
    stop: async () => {
      isStopping = true
      if (server.listening) await sleep(config.shutdownDelayMs)
      const closing = closeServer(server)
      void opening.then(({ ctx }) => ctx.chatRooms.close()).catch(() => undefined) // their readers never disconnect
      await closing
      await opening.then((site) => site.close()).catch(() => undefined)
    },
  }
}

const readinessPath = checkReadiness.path
const starting = 'The site is starting. Try again in a moment.'
const stopping = 'The site is stopping. Try again in a moment.'

const notReady =
  (headers: Record<string, string>, message: string): http.RequestListener =>
  (request, response) => {
    const isHealth = request.url === '/healthz'
    response.writeHead(isHealth ? 200 : 503, { ...headers, 'content-type': 'application/json', 'retry-after': '2' })
    response.end(JSON.stringify(isHealth ? { status: 'ok' } : { code: 'not_ready', message }))
  }

function listen(server: http.Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (reason: NodeJS.ErrnoException) => {
      const isTaken = reason.code === 'EADDRINUSE'
      reject(isTaken ? new StartError(`Port ${port} on ${host} is in use. Set PORT to another one.`) : reason)
    })
    server.listen(port, host, resolve)
  })
}

async function closeServer(server: http.Server): Promise<void> {
  const force = setTimeout(() => server.closeAllConnections(), stopGraceMs)
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(force)
}
