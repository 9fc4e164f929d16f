import { percentDecoded } from '#kernel/address.contract.ts'

/** The application's own paths, which are never redirected. */
const reserved = /^\/(?:api|auth|storage|assets)(?:\/|$)/

export const isReserved = (key: string): boolean => reserved.test(key)

/** Returns a path's key. Paths that differ only in percent-encoding, letter case, or trailing slashes have the same
 *  key. The key of the home page is empty. */
export function pathKey(path: string): string {
  const segments = path.split('/').slice(1).map(segmentKey)
  while (segments.at(-1) === '') segments.pop()
  return segments.map((segment) => `/${segment}`).join('')
}

/** Normalizes a segment, and encodes characters that have a special meaning in rules. */
const segmentKey = (segment: string): string =>
  percentDecoded(segment)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[/*?#]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

/** Returns the URL for a location on this site; null for any other location. */
export function localUrl(location: string, siteUrl: string): URL | null {
  if (location.startsWith('/')) {
    const url = URL.parse(`http://here${location}`)
    return url?.host === 'here' ? url : null
  }
  const url = URL.parse(location)
  return url !== null && url.origin === URL.parse(siteUrl)?.origin ? url : null
}
