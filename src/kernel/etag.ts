import { createHash } from 'node:crypto'

/** Formats the date for Last-Modified, never later than now, even after the clock was set back. Source: RFC 9110,
 *  section 8.8.2.1 */
export const lastModified = (date: Date, nowMs = Date.now()): string =>
  new Date(Math.min(date.getTime(), nowMs)).toUTCString()

/** Reports whether an If-None-Match header matches the tag, as a strong or weak ETag, or is `*`. */
export const hasEtag = (ifNoneMatch: string | null | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()))

/** Responds with the text, or with 304 if the caller already has it. */
export function textWithEtag(request: Request, text: string, headers: Record<string, string>): Response {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const isKnown = hasEtag(request.headers.get('if-none-match'), etag)
  return new Response(isKnown ? null : text, { status: isKnown ? 304 : 200, headers: { ...headers, etag } })
}
