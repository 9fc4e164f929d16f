/** A link as pages may contain it. */
export interface LinkTarget {
  /** A path for pages of this site, otherwise an absolute URL. */
  href: string
  isForeign: boolean
}

const webSchemes = new Set(['http:', 'https:'])

/** Parses a URL as browsers do; relative ones belong to this site.
 *  @returns null unless it is http, https, or mailto, without credentials */
export function linkTarget(address: string, siteUrl: string): LinkTarget | null {
  const url = URL.parse(address, siteUrl)
  if (!url) return null
  if (url.protocol === 'mailto:') return { href: url.href, isForeign: false }
  if (!webSchemes.has(url.protocol) || url.username || url.password) return null
  if (url.origin !== URL.parse(siteUrl)?.origin) return { href: url.href, isForeign: true }
  if (address.startsWith('#')) return { href: url.hash || '#', isForeign: false }
  // A path that begins with two slashes would refer to another host.
  if (url.pathname.startsWith('//')) return { href: url.href, isForeign: false }
  return { href: url.pathname + url.search + url.hash, isForeign: false }
}

/** Returns the URL of a picture as by `linkTarget`, or null unless it is on the web. */
export function imageAddress(address: string, siteUrl: string): string | null {
  const target = linkTarget(address, siteUrl)
  return target && !target.href.startsWith('mailto:') && !target.href.startsWith('#') ? target.href : null
}

/** The `rel` of links to other sites: not endorsed by this site, and without access to its window. */
export const foreignRel = 'ugc nofollow noopener'
