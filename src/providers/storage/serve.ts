import { publicUntilRemoved } from '#kernel/cache-control.ts'
import { byteRangeOf } from '#kernel/byte-range.ts'
import { hasEtag, lastModified } from '#kernel/etag.ts'
import { cacheSeconds } from './storage.ts'
import type { StoredObject } from './objects.store.ts'

/** Responds with the picture. The headers keep browsers from executing anything in it, no matter how it is opened. */
export function serveObject(request: Request, object: StoredObject, bytes: Buffer<ArrayBuffer>): Response {
  const headers = headersOf(object, new URL(request.url).searchParams.get('download'))
  if (hasEtag(request.headers.get('if-none-match'), object.etag)) return new Response(null, { status: 304, headers })
  const range = rangeOf(request, object)
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${object.bytes}` } })
  }
  const { start, end } = range ?? { start: 0, end: object.bytes - 1 }
  const part = range && { 'content-range': `bytes ${start}-${end}/${object.bytes}` }
  return new Response(request.method === 'HEAD' ? null : bytes.subarray(start, end + 1), {
    status: range ? 206 : 200,
    headers: { ...headers, ...part, 'content-length': String(end - start + 1) },
  })
}

const headersOf = (object: StoredObject, download: string | null): Record<string, string> => ({
  'content-type': object.contentType,
  'cache-control': publicUntilRemoved(cacheSeconds),
  etag: object.etag,
  'last-modified': lastModified(object.updatedAt),
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  // Web-based feed readers show our pictures in their own pages.
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'none',
  ...(download !== null && { 'content-disposition': disposition(download || object.path.split('/').at(-1)!) }),
})

const disposition = (name: string) =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name.slice(0, 200).toWellFormed()).replace(/['()*]/g, escapeByte)}`
const escapeByte = (char: string) => `%${char.charCodeAt(0).toString(16)}`

/** Returns the requested range, unless If-Range identifies an older version. */
function rangeOf(request: Request, { bytes, etag }: StoredObject) {
  const condition = request.headers.get('if-range')
  if (condition !== null && condition !== etag) return null
  return byteRangeOf(request.headers.get('range'), bytes)
}
