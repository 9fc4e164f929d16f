import { isIP } from 'node:net'

/** The relying party for passkeys: the host name in the site's URL, and the URL's origin. */
export interface RelyingParty {
  id: string
  origin: string
}

const loopback = new Set(['127.0.0.1', '[::1]'])

/** Derives the relying party from the public URL, regardless of the request's host. Passkeys require a host name, and
 *  either https or `localhost`, which replaces a loopback address. Returns null if passkeys are not possible. */
export function relyingPartyOf(siteUrl: string): RelyingParty | null {
  const url = new URL(siteUrl)
  if (loopback.has(url.hostname)) url.hostname = 'localhost'
  const { hostname: id, protocol, origin } = url
  const isNumber = isIP(id) !== 0 || id.startsWith('[')
  const isSafe = protocol === 'https:' || id === 'localhost'
  return isSafe && !isNumber ? { id, origin } : null
}
