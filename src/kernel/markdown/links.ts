/** A link in the form that pages may contain. */
export interface LinkTarget {
  /** A path for pages on this site, otherwise an absolute URL. */
  href: string
  isForeign: boolean
}

const webSchemes = new Set(['http:', 'https:'])

/** Parses a URL as browsers do, resolving relative URLs against this site. @returns null unless it is an http, https,
 *  or mailto URL without credentials */
export function linkTarget(address: string, siteUrl: string): LinkTarget | null {
  const url = URL.parse(address, siteUrl)
  if (!url) return null
  if (url.protocol === 'mailto:') return { href: url.href, isForeign: false }
  if (!webSchemes.has(url.protocol) || url.username || url.password) return null
  if (url.origin !== URL.parse(siteUrl)?.origin) return { href: url.href, isForeign: true }
  if (address.startsWith('#')) return { href: url.hash || '#', isForeign: false }
  // A path that begins with two slashes would point to another host.
  if (url.pathname.startsWith('//')) return { href: url.href, isForeign: false }
  return { href: url.pathname + url.search + url.hash, isForeign: false }
}

/** Returns a picture's URL, parsed by `linkTarget`; null unless it is an http or https URL. */
export function imageAddress(address: string, siteUrl: string): string | null {
  const target = linkTarget(address, siteUrl)
  return target && !target.href.startsWith('mailto:') && !target.href.startsWith('#') ? target.href : null
}

/** The `rel` for links to other sites, which this site does not endorse and which get no access to its window. */
export const foreignRel = 'ugc nofollow noopener'
