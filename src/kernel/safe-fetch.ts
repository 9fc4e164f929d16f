import { lookup as resolve, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { isPublicHost, isPublicIp } from './public-address.ts'

export type FetchFailure =
  /** A URL that is not http(s), has credentials, uses a port other than 80 or 443, or is not public. */
  | 'address'
  | 'redirects'
  | 'timeout'
  | 'too_large'
  /** An unwanted content type. */
  | 'type'
  /** A compressed body, although none was requested. */
  | 'encoding'
  | 'unreachable'
  /** Status 429 or 503. */
  | 'busy'

type FetchResult =
  | { ok: true; status: number; url: string; contentType: string; headers: Headers; body: Buffer }
  /** `url`: the last URL requested. */
  | { ok: false; reason: FetchFailure; url?: string; retryAt?: Date }

export interface FetchOptions {
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Accepted content types. */
  types?: RegExp
  /** Default: 1 MiB. */
  maxBytes?: number
  /** How to handle a longer body: reject it (the default) or truncate it. */
  longer?: 'refuse' | 'cut'
  /** Time limit, including redirects. Default: 8 seconds. */
  timeoutMs?: number
}

/** Fetches an untrusted URL. Never throws. Any HTTP status except 429 and 503 counts as `ok`. `url` is the final URL
 *  after redirects. */
export type SafeFetch = (address: string, options?: FetchOptions) => Promise<FetchResult>

export interface SafeFetchOptions {
  /** `host:port` pairs to allow even though they are private. */
  allow: string[]
  userAgent: string
  /** For tests: replaces the system's resolver. */
  lookup?: LookupFunction
}

const maxRedirects = 5
const defaultMaxBytes = 1024 * 1024
const defaultTimeoutMs = 8000
const longestRetryMs = 24 * 60 * 60 * 1000
const connectionsPerOrigin = 4

class Refusal extends Error {
  readonly reason: FetchFailure
  readonly retryAt: Date | undefined

  constructor(reason: FetchFailure, retryAt?: Date) {
    super(reason)
    this.reason = reason
    this.retryAt = retryAt
  }
}

/** Creates a fetch function that cannot reach private networks: it checks every redirect and connects only to addresses
 *  that it has checked (no DNS rebinding). Source: OWASP, Server-Side Request Forgery Prevention Cheat Sheet. */
export function createSafeFetch({ allow, userAgent, lookup = resolve }: SafeFetchOptions): SafeFetch {
  const allowed = new Set(allow)
  let client: ReturnType<typeof openClient> | null = null

  /** @throws Refusal if the URL is not allowed */
  function accessTo(url: URL): 'open' | 'guarded' {
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw new Refusal('address')
    const port = url.port || (url.protocol === 'https:' ? '443' : '80')
    if (allowed.has(`${url.hostname}:${port}`)) return 'open'
    if (url.port || !isPublicHost(url.hostname)) throw new Refusal('address')
    return 'guarded'
  }

  async function follow(
    address: string,
    options: FetchOptions,
    signal: AbortSignal,
    onHop: (url: URL) => void,
  ): Promise<FetchResult> {
    let url = parsed(address)
    let { method = 'GET', body = null } = { ...options }
    const headers = { 'user-agent': userAgent, ...options.headers, 'accept-encoding': 'identity' }
    for (let hop = 0; hop <= maxRedirects; hop++) {
      onHop(url)
      const access = accessTo(url)
      client ??= openClient(lookup)
      const { request, [access]: dispatcher } = await client
      const answer = await request(url, { dispatcher, method, headers, body, signal, reset: true })
      // Destroying one of undici's bodies emits an error, which would end the process if there were no listener.
      answer.body.on('error', () => {})
      const location = locationOf(answer)
      if (location === null) return await read(answer, url, options).finally(() => answer.body.destroy())
      answer.body.destroy()
      url = parsed(location, url)
      if (answer.statusCode < 307 && method === 'POST') [method, body] = ['GET', null]
    }
    throw new Refusal('redirects')
  }

  return async (address, options = {}) => {
    const signal = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)
    let url: string | undefined
    try {
      return await follow(address, options, signal, ({ href }) => (url = href))
    } catch (reason) {
      return { ...failure(reason, signal), ...(url !== undefined && { url }) }
    }
  }
}

/** Loads undici, which takes several megabytes, on the first request. */
async function openClient(lookup: LookupFunction) {
  const { Agent, request } = await import('undici')
  const limits = { connections: connectionsPerOrigin, allowH2: false, headersTimeout: 8000, bodyTimeout: 8000 }
  return {
    request,
    guarded: new Agent({ ...limits, connect: { timeout: 4000, lookup: publicOnly(lookup) } }),
    open: new Agent({ ...limits, connect: { timeout: 4000, lookup } }),
  }
}

/** A lookup that fails unless all of a name's addresses are public. */
const publicOnly =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const addresses: LookupAddress[] = typeof found === 'string' ? [] : found
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicIp(address))) callback(new Refusal('address'), [])
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

function parsed(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (!url) throw new Refusal('address')
  return url
}

function locationOf({ statusCode, headers }: Dispatcher.ResponseData): string | null {
  const location = headers.location
  return [301, 302, 303, 307, 308].includes(statusCode) && typeof location === 'string' ? location : null
}

async function read(answer: Dispatcher.ResponseData, url: URL, options: FetchOptions): Promise<FetchResult> {
  const { types, maxBytes = defaultMaxBytes } = options
  const isCut = options.longer === 'cut'
  const headers = headersOf(answer)
  const contentType = headers.get('content-type') ?? ''
  if (answer.statusCode === 429 || answer.statusCode === 503) throw new Refusal('busy', retryAtOf(headers))
  if (types && answer.statusCode < 300 && !types.test(contentType)) throw new Refusal('type')
  if (!/^(identity)?$/i.test(headers.get('content-encoding') ?? '')) throw new Refusal('encoding')
  const isHead = options.method === 'HEAD'
  if (!isHead && !isCut && Number(headers.get('content-length') ?? 0) > maxBytes) throw new Refusal('too_large')
  const body = isHead ? Buffer.alloc(0) : await collect(answer.body, maxBytes, isCut)
  return { ok: true, status: answer.statusCode, url: url.href, contentType, headers, body }
}

function headersOf(answer: Dispatcher.ResponseData): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(answer.headers)) {
    for (const value of [values ?? []].flat()) headers.append(name, value)
  }
  return headers
}

async function collect(body: AsyncIterable<Buffer>, maxBytes: number, isCut: boolean): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes && !isCut) throw new Refusal('too_large')
    chunks.push(chunk)
    if (size > maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

/** Returns the time given by `Retry-After` (seconds or a date), at most a day from now. */
function retryAtOf(headers: Headers): Date | undefined {
  const value = headers.get('retry-after') ?? ''
  const at = /^\d+$/.test(value) ? Date.now() + Number(value) * 1000 : Date.parse(value)
  return Number.isNaN(at) ? undefined : new Date(Math.min(at, Date.now() + longestRetryMs))
}

function failure(reason: unknown, signal: AbortSignal): FetchResult & { ok: false } {
  const refusal = refusalIn(reason)
  if (refusal) return { ok: false, reason: refusal.reason, ...(refusal.retryAt && { retryAt: refusal.retryAt }) }
  // A host that does not accept the connection is unreachable; a host that accepts it may be slow for this URL only.
  const isTimeout = signal.aborted || (reason instanceof Error && /^(?!Connect).*Timeout/.test(reason.name))
  return { ok: false, reason: isTimeout ? 'timeout' : 'unreachable' }
}

/** Returns the Refusal inside an undici error, because undici wraps lookup errors. */
function refusalIn(reason: unknown): Refusal | null {
  if (reason instanceof Refusal) return reason
  return reason instanceof Error && reason.cause ? refusalIn(reason.cause) : null
}
