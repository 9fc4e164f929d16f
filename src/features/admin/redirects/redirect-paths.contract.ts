/** Paths of the application itself, which are never redirected. */
const reserved = /^\/(?:api|auth|storage|assets)(?:\/|$)/

export const isReserved = (key: string): boolean => reserved.test(key)

/** Returns the key of a path, which is equal for all spellings of it: percent-encoding, letter case, and slashes at the
 *  end do not matter. The key of the home page is empty. */
export function pathKey(path: string): string {
  const segments = path.split('/').slice(1).map(segmentKey)
  while (segments.at(-1) === '') segments.pop()
  return segments.map((segment) => `/${segment}`).join('')
}

/** Returns the text of a segment without what has a meaning in a rule. */
const segmentKey = (segment: string): string =>
  decoded(segment)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[/*?#]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the URL of a location on this site, otherwise null. */
export function localUrl(location: string, siteUrl: string): URL | null {
  if (location.startsWith('/')) {
    const url = URL.parse(`http://here${location}`)
    return url?.host === 'here' ? url : null
  }
  const url = URL.parse(location)
  return url !== null && url.origin === URL.parse(siteUrl)?.origin ? url : null
}
