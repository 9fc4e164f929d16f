import { isIP } from 'node:net'

/** Whom passkeys are made for: the name in the site's address, and that address. */
export interface RelyingParty {
  id: string
  origin: string
}

const loopback = new Set(['127.0.0.1', '[::1]'])

/** From the public address alone, by whatever name a request came. Browsers keep passkeys for names, over https or on
 *  this machine: a site at a loopback address is meant as `localhost`. Null where there can be none. */
export function relyingPartyOf(siteUrl: string): RelyingParty | null {
  const url = new URL(siteUrl)
  if (loopback.has(url.hostname)) url.hostname = 'localhost'
  const { hostname: id, protocol, origin } = url
  const isNumber = isIP(id) !== 0 || id.startsWith('[')
  const isSafe = protocol === 'https:' || id === 'localhost'
  return isSafe && !isNumber ? { id, origin } : null
}
