import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { hasEtag, lastModified } from '#kernel/etag.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** Bytes kept to be sent many times, in each encoding that was asked for. */
export interface StoredAnswer {
  status: number
  etag: string
  headers: Record<string, string>
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer }
  /** Pictures and fonts are compressed already. */
  isCompressible: boolean
}

export const etagOf = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('base64url')

/** Answers with the stored bytes: compressed as the browser accepts, 304 when it has them already. */
export function sendStored(
  request: IncomingMessage,
  response: ServerResponse,
  answer: StoredAnswer,
  headers: Record<string, string>,
): void {
  const encoding = answer.isCompressible ? acceptedEncoding(request.headers['accept-encoding']) : 'identity'
  const etag = `"${answer.etag}-${encoding}"`
  const now = new Date()
  const all: Record<string, string | number> = { ...headers, ...answer.headers, etag, date: now.toUTCString() }
  const modified = answer.headers['last-modified']
  if (modified) all['last-modified'] = lastModified(new Date(modified), now.getTime())
  if (answer.isCompressible) all.vary = 'accept-encoding'
  if (answer.status === 200 && isKnown(request, etag, modified, now)) {
    response.writeHead(304, all).end()
    return
  }
  const body = bodyOf(answer.bodies, encoding)
  if (encoding !== 'identity') all['content-encoding'] = encoding
  all['content-length'] = body.length
  response.writeHead(answer.status, all)
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Whether the caller already has this response. The ETag decides; the date counts only if no ETag was sent, and not if it is
 *  in the future, because it then dates from before the clock was set back. */
function isKnown({ headers }: IncomingMessage, etag: string, modified: string | undefined, now: Date): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers
  if (tags !== undefined || since === undefined) return hasEtag(tags, etag)
  const sinceMs = Date.parse(since)
  return modified !== undefined && sinceMs >= Date.parse(modified) && sinceMs <= now.getTime()
}

const refused = /;\s*q=0(\.0*)?\s*$/
function acceptedEncoding(header: string | string[] | undefined): Encoding {
  if (header === undefined) return 'identity'
  const offers = String(header)
    .split(',')
    .filter((one) => !refused.test(one))
  const accepted = new Set(offers.map((one) => one.split(';')[0]!.trim()))
  return accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : 'identity'
}

function bodyOf(bodies: StoredAnswer['bodies'], encoding: Encoding): Buffer {
  return (bodies[encoding] ??= encoding === 'br' ? brotli(bodies.identity) : gzipSync(bodies.identity, { level: 6 }))
}

const brotli = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
