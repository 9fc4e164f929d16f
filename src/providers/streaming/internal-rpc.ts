import http from 'node:http'
import { isIP } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { t } from '#messages/messages.ts'
import type { Clock } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { limitedBytes } from '#kernel/limited-bytes.ts'
import { maxPartBytes } from './streaming.contract.ts'
import { BrowserAnswer, BrowserCall } from './browser-ingest.ts'
import { rpcToken, isRpcToken } from './live-tokens.ts'

/** The server for calls from the site's other processes. */
export interface RpcServer {
  address: string
  close(): Promise<void>
}
export interface RpcServerOptions {
  /** Shared by the site's processes. Calls without it are rejected. */
  secret: Buffer
  clock: Clock
  /** The address at which other processes reach this machine; the loopback address if there is only one machine. */
  host: string
  onLive: (request: Request) => Promise<Response>
  onEndBroadcast: (providerId: string, reason: string) => Promise<void>
  onPublic: (providerId: string, isPublic: boolean) => void
  onBrowser: (call: BrowserCall, part: Buffer) => Promise<BrowserAnswer>
}

const cutPath = '/cut'
const publicPath = '/public'
const pingPath = '/alive'
const browserPath = '/browser'
/** Sent in the query, because the body contains the part. */
const callParameter = 'call'
const timeoutMs = 2000

const unknownHost = (host: string) => `INTERNAL_HOST = ${host}: this machine does not have that address.`

/** @throws AppError if the machine does not have that address */
export async function openRpcServer({ secret, clock, host, ...on }: RpcServerOptions): Promise<RpcServer> {
  async function answer(request: Request): Promise<Response> {
    const { pathname, search, searchParams } = new URL(request.url)
    const token = request.headers.get('authorization') ?? ''
    const isAuthorized = isRpcToken(secret, request.method, pathname + search, token, clock.now())
    if (!isAuthorized) return new Response(null, { status: 401 })
    const id = searchParams.get('id') ?? ''
    if (pathname === cutPath) await on.onEndBroadcast(id, searchParams.get('reason') ?? '')
    if (pathname === publicPath) on.onPublic(id, searchParams.get('is') === 'true')
    if (pathname === browserPath)
      return Response.json(await handleBrowserCall(request, searchParams.get(callParameter) ?? ''))
    return pathname.startsWith('/live/') ? on.onLive(request) : new Response(null, { status: 204 })
  }
  async function handleBrowserCall(request: Request, call: string): Promise<BrowserAnswer> {
    const part = await limitedBytes(request, maxPartBytes)
    if (!part) throw new AppError('too_large', t('The part is too large.'))
    return on.onBrowser(BrowserCall.parse(JSON.parse(call)), part)
  }
  const server = http.createServer(getRequestListener(answer, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new AppError('provider_failed', unknownHost(host), { cause })))
    server.listen({ port: 0, host, exclusive: true }, resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The RPC server has no address')
  return {
    address: `http://${isIP(host) === 6 ? `[${host}]` : host}:${address.port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

type RpcRequest = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** Response headers that are passed on to players. */
const forwardedHeaders = ['content-type', 'content-length', 'content-range', 'accept-ranges', 'cache-control', 'etag']

/** Calls the RPC server of another process. */
export function createRpcClient(secret: Buffer, clock: Clock) {
  function call(address: string, target: string, { method = 'GET', headers, ...rest }: RpcRequest): Promise<Response> {
    const url = new URL(target, address)
    const authorization = rpcToken(secret, method, url.pathname + url.search, clock.now())
    return fetch(url, { ...rest, method, headers: { ...headers, authorization }, redirect: 'error' })
  }
  const get = (address: string, path: string, fields: Record<string, string> = {}) =>
    call(address, `${path}?${new URLSearchParams(fields)}`, { signal: AbortSignal.timeout(timeoutMs) })
  return {
    /** `timeout`: the process may be busy, or its machine may be unreachable. */
    ping: (address: string): Promise<'alive' | 'timeout' | 'dead'> =>
      get(address, pingPath).then(
        ({ ok }) => (ok ? 'alive' : 'dead'),
        (reason: unknown) => (isConnectionRefused(reason) ? 'dead' : 'timeout'),
      ),
    async endBroadcast(address: string, id: string, reason: string) {
      await get(address, cutPath, { id, reason })
    },
    async setPublic(address: string, id: string, isPublic: boolean) {
      await get(address, publicPath, { id, is: String(isPublic) })
    },
    async browser(address: string, browserCall: BrowserCall, part: Buffer<ArrayBuffer>): Promise<BrowserAnswer> {
      const query = new URLSearchParams({ [callParameter]: JSON.stringify(browserCall) })
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await call(address, `${browserPath}?${query}`, { method: 'POST', body: part, signal })
      if (!answer.ok) throw new Error(`The RPC server responded with ${answer.status}`)
      return BrowserAnswer.parse(await answer.json())
    },
    async live(address: string, { url, method, headers, signal }: Request): Promise<Response> {
      const { pathname, search } = new URL(url)
      const range = headers.get('range')
      const answer = await call(address, pathname + search, {
        method,
        signal,
        headers: range === null ? {} : { range },
      })
      const responseHeaders = forwardedHeaders.flatMap((name) => {
        const value = answer.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      })
      return new Response(answer.body, { status: answer.status, headers: Object.fromEntries(responseHeaders) })
    },
  }
}

/** The machine is reachable, but no process is listening on the port. */
function isConnectionRefused(reason: unknown): boolean {
  const cause = reason instanceof Error ? reason.cause : null
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}
