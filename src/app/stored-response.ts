import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { hasEtag, lastModified } from '#kernel/etag.ts'
import { type BodyPart, bytesOf, gzipOf, joined, ownPart } from './body-parts.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** A response that is sent many times. Until a body is first sent, it has the parts of the body; after that, one body for
 *  each encoding requested. */
export interface StoredResponse {
  status: number
  etag: string
  headers: Record<string, string>
  bodies: { [encoding in Encoding]?: Buffer | undefined } & { parts?: readonly BodyPart[] | undefined }
  /** The encoding of a body that has been requested only once, so it was compressed fast instead of well. */
  fastEncoding?: Encoding | undefined
  /** False for pictures and fonts, which are already compressed. */
  isCompressible: boolean
  /** The path pattern of the page or endpoint. */
  endpoint?: string
  /** Called after `bodies` has changed. */
  onResize?: () => void
}

/** Returns the memory that the bodies use. */
export const memoryOf = ({ parts, identity, br, gzip }: StoredResponse['bodies']): number =>
  (parts ?? []).reduce((sum, { ownSize }) => sum + ownSize, 0) +
  (identity?.length ?? 0) +
  (br?.length ?? 0) +
  (gzip?.length ?? 0)

export function etagOf(...bytes: Buffer[]): string {
  const hash = createHash('sha1')
  for (const one of bytes) hash.update(one)
  return hash.digest('base64url')
}

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
  if (stored.isCompressible)
    all.vary = stored.headers.vary ? `accept-encoding, ${stored.headers.vary}` : 'accept-encoding'
  if (stored.status === 200 && isKnown(request, etag, modified, now)) {
    response.writeHead(304, all).end()
    return
  }
  const body = bodyOf(stored, encoding)
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

/** Returns the body in an encoding. Most responses are requested only once before they change, so they are compressed fast
 *  for their first request, and better for the second. Bodies of one encoding share an ETag: the content is the same. */
function bodyOf(stored: StoredResponse, encoding: Encoding): Buffer {
  const { bodies, fastEncoding, onResize } = stored
  const known = bodies[encoding]
  if (known && encoding !== fastEncoding) return known
  const isFirst = fastEncoding === undefined && (bodies.parts ?? bodies.identity) !== undefined
  const body = isFirst ? encodedFast(bodies, encoding) : encodedWell(uncompressed(bodies), encoding)
  // Few clients request uncompressed bodies, which are several times as large.
  bodies.parts = undefined
  bodies.identity = undefined
  bodies[encoding] = body
  if (isFirst && encoding !== 'identity') stored.fastEncoding = encoding
  else if (encoding === fastEncoding) stored.fastEncoding = undefined
  onResize?.()
  return body
}

function encodedFast(bodies: StoredResponse['bodies'], encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipOf(bodies.parts ?? [ownPart(bodies.identity!)])
  const identity = uncompressed(bodies)
  return encoding === 'br' ? joined([brotli(identity, 1)]) : identity
}

function encodedWell(identity: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'identity') return identity
  return joined([encoding === 'br' ? brotli(identity, 4) : gzipSync(identity, { level: 6 })])
}

const brotli = (bytes: Buffer, quality: number): Buffer =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })

/** Returns the uncompressed body. */
export function uncompressed({ identity, parts, br, gzip }: StoredResponse['bodies']): Buffer {
  if (identity) return identity
  if (parts) return bytesOf(parts)
  if (br) return joined([brotliDecompressSync(br)])
  if (gzip) return joined([gunzipSync(gzip)])
  throw new TypeError('A stored response has no body.')
}
