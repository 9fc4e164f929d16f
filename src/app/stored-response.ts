import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { hasEtag, lastModified } from '#kernel/etag.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** A response that is sent many times, with a body for each encoding requested so far; at least one. */
export interface StoredResponse {
  status: number
  etag: string
  headers: Record<string, string>
  bodies: { [encoding in Encoding]?: Buffer | undefined }
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
export const bytesOf = ({ identity, br, gzip }: StoredResponse['bodies']): number =>
  (identity?.length ?? 0) + (br?.length ?? 0) + (gzip?.length ?? 0)

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
  const isFirst = fastEncoding === undefined && bodies.identity !== undefined
  const identity = bodies.identity ?? decompressed(bodies)
  const body = encoding === 'identity' ? identity : ownMemory(compressors[encoding](identity, isFirst))
  // Few clients request uncompressed bodies, which are several times as large.
  bodies.identity = undefined
  bodies[encoding] = body
  if (isFirst && encoding !== 'identity') stored.fastEncoding = encoding
  else if (encoding === fastEncoding) stored.fastEncoding = undefined
  onResize?.()
  return body
}

const compressors = {
  br: (bytes: Buffer, isFast: boolean) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: isFast ? 1 : 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer, isFast: boolean) => gzipSync(bytes, isFast ? fastGzip : { level: 6 }),
}

/** The default buffers are so large that requesting them from the system takes longer than compressing a page. With these,
 *  compressing takes half as long, and the result is 1 to 2 % larger. */
const fastGzip = { level: 1, windowBits: 13, memLevel: 5 }

function decompressed({ br, gzip }: StoredResponse['bodies']): Buffer {
  if (br) return ownMemory(brotliDecompressSync(br))
  if (gzip) return ownMemory(gunzipSync(gzip))
  throw new TypeError('A stored response has no body.')
}

/** Copies bytes from a larger block, which they would keep in memory: zlib's output has at least 16 kB, and small files
 *  share blocks of 64 kB. */
export const ownMemory = (bytes: Buffer): Buffer => Buffer.from(new Uint8Array(bytes).buffer)
