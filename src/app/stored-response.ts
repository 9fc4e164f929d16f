import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { hasEtag, lastModified } from '#kernel/etag.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** A response that is sent many times, with a body for each encoding requested so far. */
export interface StoredResponse {
  status: number
  etag: string
  headers: Record<string, string>
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer }
  /** False for pictures and fonts, which are already compressed. */
  isCompressible: boolean
  /** The path pattern of the page or endpoint. */
  endpoint?: string
}

export const etagOf = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('base64url')

/** Sends the stored bytes, compressed if the browser accepts it, or a 304 if the browser already has them. */
export function sendStored(
  request: IncomingMessage,
  response: ServerResponse,
  stored: StoredResponse,
  headers: Record<string, string>,
): void {
  const encoding = stored.isCompressible ? acceptedEncoding(request.headers['accept-encoding']) : 'identity'
  const etag = `"${stored.etag}-${encoding}"`
  const now = new Date()
  const all: Record<string, string | number> = { ...headers, ...stored.headers, etag, date: now.toUTCString() }
  const modified = stored.headers['last-modified']
  if (modified) all['last-modified'] = lastModified(new Date(modified), now.getTime())
  if (stored.isCompressible) all.vary = 'accept-encoding'
  if (stored.status === 200 && isKnown(request, etag, modified, now)) {
    response.writeHead(304, all).end()
    return
  }
  const body = bodyOf(stored.bodies, encoding)
  if (encoding !== 'identity') all['content-encoding'] = encoding
  all['content-length'] = body.length
  response.writeHead(stored.status, all)
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Reports whether the caller already has this response. The ETag takes precedence. The date is used only if there
 *  is no ETag and the date is not in the future: a future date is from before the clock was set back. */
function isKnown({ headers }: IncomingMessage, etag: string, modified: string | undefined, now: Date): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers
  if (tags !== undefined || since === undefined) return hasEtag(tags, etag)
  const sinceMs = Date.parse(since)
  return modified !== undefined && sinceMs >= Date.parse(modified) && sinceMs <= now.getTime()
}

const rejected = /;\s*q=0(\.0*)?\s*$/
function acceptedEncoding(header: string | string[] | undefined): Encoding {
  if (header === undefined) return 'identity'
  const offers = String(header)
    .split(',')
    .filter((one) => !rejected.test(one))
  const accepted = new Set(offers.map((one) => one.split(';')[0]!.trim()))
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : 'identity'
}

function bodyOf(bodies: StoredResponse['bodies'], encoding: Encoding): Buffer {
  return (bodies[encoding] ??= encoding === 'br' ? brotli(bodies.identity) : gzipSync(bodies.identity, { level: 6 }))
}

const brotli = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
