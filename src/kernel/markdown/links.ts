/** A link as it may stand in a page. */
export interface LinkTarget {
  /** A path for this site's own addresses, otherwise absolute. */
  href: string
  isForeign: boolean
}

const webSchemes = new Set(['http:', 'https:'])

/** Where an address leads, read as browsers read it; relative ones belong to the site.
 *  @returns null unless it is http, https or mailto, and without a user name in it */
export function linkTarget(address: string, siteUrl: string): LinkTarget | null {
  const url = URL.parse(address, siteUrl)
  if (!url) return null
  if (url.protocol === 'mailto:') return { href: url.href, isForeign: false }
  if (!webSchemes.has(url.protocol) || url.username || url.password) return null
  if (url.origin !== URL.parse(siteUrl)?.origin) return { href: url.href, isForeign: true }
  if (address.startsWith('#')) return { href: url.hash || '#', isForeign: false }
  // A path that begins with two slashes would name another host.
  if (url.pathname.startsWith('//')) return { href: url.href, isForeign: false }
  return { href: url.pathname + url.search + url.hash, isForeign: false }
}

/** What a picture's address is, in the form of `linkTarget`; null for what is not on the web. */
export function imageAddress(address: string, siteUrl: string): string | null {
  const target = linkTarget(address, siteUrl)
  return target && !target.href.startsWith('mailto:') && !target.href.startsWith('#') ? target.href : null
}

/** Links to elsewhere are a reader's word, not the site's, and get no hold of its window. */
export const foreignRel = 'ugc nofollow noopener'
