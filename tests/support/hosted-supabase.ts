import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import type { Connection } from '#providers/database/connection.ts'
import type { Mail } from '#providers/mail/mail.ts'
import { type HostedAuth, hostedAuth } from './hosted-supabase-auth.ts'
import { hostedStorage } from './hosted-supabase-storage.ts'

const anonKey = 'sb_publishable_ofTheHostedProject'
const serviceKey = 'sb_secret_ofTheHostedProject'

export interface HostedSupabase {
  url: string
  /** The settings that a site needs to use the project. */
  settings: Record<string, string>
  /** Changes the project setting "Confirm email". */
  confirmEmail(on: boolean): void
  /** Sends the queued emails and returns them. */
  deliver(): Promise<Mail[]>
  accounts(): Promise<number>
  /** Returns the names of all stored pictures. */
  pictures(): string[]
  /** All requests so far, such as `POST /auth/v1/signup`. */
  calls: string[]
  /** Closes all connections and rejects new ones until `up` is called. */
  down(): Promise<void>
  up(): Promise<void>
  /** Returns this status for every request, like a gateway whose service is failing; null restores normal operation. */
  failWith(status: number | null): void
  close(): Promise<void>
}

/** Starts a fake hosted Supabase project with its own origin: the gateway with its keys and CORS headers, Auth
 *  under /auth/v1, and Storage under /storage/v1. @param connection a migrated database; by default, it is created on a
 *  new server, which takes seconds */
export async function startHostedSupabase(connection?: Connection): Promise<HostedSupabase> {
  const log = pino({ level: 'warn' })
  const calls: string[] = []
  let failure: number | null = null
  let auth: HostedAuth | null = null
  const server = http.createServer(
    getRequestListener(async (request) => withCors(request, await answer(request)), { overrideGlobalObjects: false }),
  )
  await listen(server, 0)
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const project = (auth = await hostedAuth({ url, serviceKey, log, connection }))
  const storage = hostedStorage(
    async ({ headers }) =>
      headers.get('authorization') === `Bearer ${serviceKey}` || project.knows(headers.get('authorization')),
    log,
  )

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (request.method === 'OPTIONS') return new Response(null, { status: 204 })
    calls.push(`${request.method} ${pathname}`)
    if (failure !== null) return new Response('upstream connect error', { status: failure })
    if (pathname.startsWith('/storage/v1/')) return storage.handle(request)
    if (!pathname.startsWith('/auth/v1/') || !auth)
      return Response.json({ error: 'requested path is invalid' }, { status: 404 })
    return isOpen(request, pathname) || hasKey(request) ? auth.handle(request) : keyMissing()
  }

  async function down() {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  return {
    url,
    settings: { SUPABASE_URL: url, SUPABASE_ANON_KEY: anonKey, SUPABASE_SERVICE_KEY: serviceKey },
    confirmEmail: (on) => void (project.confirmsEmail = on),
    deliver: project.deliver,
    accounts: project.accounts,
    pictures: storage.names,
    calls,
    down,
    up: () => listen(server, port),
    failWith: (status) => void (failure = status),
    async close() {
      if (server.listening) await down()
      await project.close()
    },
  }
}

async function listen(server: http.Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

const openPaths = new Set(['/auth/v1/.well-known/jwks.json', '/auth/v1/callback', '/auth/v1/authorize'])
const isOpen = ({ method }: Request, path: string) =>
  openPaths.has(path) || (path === '/auth/v1/verify' && method === 'GET')
const hasKey = ({ headers }: Request) => [anonKey, serviceKey].includes(headers.get('apikey') ?? '')
const keyMissing = () =>
  Response.json(
    { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
    { status: 401 },
  )

/** The request headers that the hosted service allows. It does not expose `Retry-After` to pages. */
const allowed =
  'Accept, Authorization, Content-Type, X-Client-IP, X-Client-Info, X-JWT-AUD, X-Supabase-Api-Version, apikey'
function withCors(request: Request, response: Response): Response {
  const headers = new Headers(response.headers)
  // Removes the headers that the embedded providers add for their own origin.
  for (const name of ['cross-origin-resource-policy', 'content-security-policy']) headers.delete(name)
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', 'X-Total-Count, Link, X-Supabase-Api-Version')
  if (request.method === 'OPTIONS') {
    headers.set('access-control-allow-methods', 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS')
    headers.set('access-control-allow-headers', allowed)
    headers.set('access-control-max-age', '3600')
  }
  return new Response(response.body, { status: response.status, headers })
}
