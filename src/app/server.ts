import cluster from 'node:cluster'
import http from 'node:http'
import type { Context } from '#kernel/http.ts'
import { createLog } from '#kernel/log.ts'
import type { Config } from './config.ts'
import { withDrainedBodies } from './drained-bodies.ts'
import { securityHeaders } from './headers.ts'
import { openSite, type SiteFiles } from './open-site.ts'

/** In-flight requests get this long to finish when the process is told to stop. */
const stopGraceMs = 10_000

/** A connection whose headers or body stay out for longer is closed; Node looks for such every five seconds. An idle one
 *  stays for longer than proxies keep theirs, a minute as a rule: none is closed while the next request is on its way. */
const timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
}

/** Why the site cannot start, in a sentence for whoever starts it. */
export class StartError extends Error {
  override name = 'StartError'
}

export interface RunningServer {
  url: string
  /** Settles when the site answers, or rejects with why it cannot. */
  ready: Promise<void>
  /** Whether anybody has registered. */
  isEmpty: () => Promise<boolean>
  /** Finishes what is under way, then stops listening, jobs and the embedded database. */
  stop: () => Promise<void>
}

/** Listens at once, answering /healthz and 503 for the rest, and serves the site when the database is ready and
 *  `prepare` is done. One of several processes listens only then: it would be given visitors that others can serve. */
export async function startServer(
  config: Config,
  files: SiteFiles,
  prepare: (ctx: Context) => Promise<void> = async () => {},
): Promise<RunningServer> {
  const log = createLog(config.log)
  let listener = notReady(securityHeaders(config))
  const server = http.createServer(
    timeouts,
    withDrainedBodies((request, response) => {
      if (!server.listening) response.shouldKeepAlive = false // stopping: closes connections that are still open
      listener(request, response)
    }),
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
      const closing = closeServer(server)
      void opening.then(({ ctx }) => ctx.chatRooms.close()).catch(() => undefined) // their readers stay for ever
      await closing
      await opening.then((site) => site.close()).catch(() => undefined)
    },
  }
}

const notReady =
  (headers: Record<string, string>): http.RequestListener =>
  (request, response) => {
    const isHealth = request.url === '/healthz'
    response.writeHead(isHealth ? 200 : 503, { ...headers, 'content-type': 'application/json', 'retry-after': '2' })
    response.end(
      isHealth
        ? '{"status":"ok"}'
        : '{"code":"not_ready","message":"The site is starting. Please try again in a moment."}',
    )
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
