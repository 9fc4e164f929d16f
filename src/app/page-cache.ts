import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** A page is rendered again at most once in this time, and never shown older. */
const freshMs = 1000
const maxBytes = 64 * 1024 * 1024

export interface RenderedPage {
  status: number
  html: string
  redirectTo?: string
}

type Encoding = 'br' | 'gzip' | 'identity'
interface Entry {
  status: number
  redirectTo: string | undefined
  etag: string
  renderedAtMs: number
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
}

export interface PageCacheOptions {
  /** Renders the page at that address, path and known query parameters. */
  render: (address: string) => Promise<RenderedPage>
  now?: () => number
}
export type PageCache = ReturnType<typeof createPageCache>

/** Keeps whole pages as compressed bytes, the same for every visitor. Bounded by bytes; one render at a time for an address. */
export function createPageCache({ render, now = Date.now }: PageCacheOptions) {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: (entry) => entry.bodies.identity.length * 2 + 500,
  })
  const underWay = new Map<string, Promise<Entry>>()

  const fresh = (address: string): Entry | null => {
    const entry = entries.get(address)
    return entry && now() - entry.renderedAtMs < freshMs ? entry : null
  }

  async function renderEntry(address: string): Promise<Entry> {
    const renderedAtMs = now() // before its reads: what is written during them must show after one more second at most
    const { status, html, redirectTo } = await render(address)
    const known = entries.get(address)
    const identity = Buffer.from(html)
    const etag = createHash('sha1').update(identity).digest('base64url')
    const bodies = known?.etag === etag ? known.bodies : { identity }
    const entry = { status, redirectTo, etag, renderedAtMs, bodies }
    entries.set(address, entry)
    return entry
  }

  async function get(address: string): Promise<Entry> {
    const kept = fresh(address)
    if (kept) return kept
    let pending = underWay.get(address)
    if (!pending) {
      pending = renderEntry(address).finally(() => underWay.delete(address))
      underWay.set(address, pending)
    }
    return pending
  }

  return { fresh, get }
}

/** Answers with the entry: compressed as the browser accepts, 304 when it has these bytes already. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  entry: Entry,
  headers: Record<string, string>,
): void {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const etag = `"${entry.etag}-${encoding}"`
  for (const name in headers) response.setHeader(name, headers[name]!)
  response.setHeader('cache-control', 'no-cache')
  response.setHeader('vary', 'accept-encoding')
  if (entry.redirectTo !== undefined) return void response.writeHead(308, { location: entry.redirectTo }).end()
  response.setHeader('etag', etag)
  if (entry.status === 200 && matches(request.headers['if-none-match'], etag)) return void response.writeHead(304).end()
  const body = bodyOf(entry, encoding)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (encoding !== 'identity') response.setHeader('content-encoding', encoding)
  response.setHeader('content-length', body.length)
  response.writeHead(entry.status)
  response.end(request.method === 'HEAD' ? undefined : body)
}

function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const accepted = String(header ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? 'gzip' : 'identity'
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))

function bodyOf({ bodies }: Entry, encoding: Encoding): Buffer {
  return (bodies[encoding] ??= encoding === 'br' ? brotli(bodies.identity) : gzipSync(bodies.identity, { level: 6 }))
}

const brotli = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
