import { type FetchedPage, linksWithRelation } from '#kernel/link-relations.ts'

/** Returns whether the page links to the URL with `rel=me`. Ignores the scheme, letter case, a trailing slash, the
 *  query, and the fragment. Source: microformats.org, rel-me. */
export function linksTo(page: FetchedPage, address: string): boolean {
  const wanted = hostAndPathOf(address)
  return linksWithRelation(page, 'me').some((href) => hostAndPathOf(href, page.url) === wanted)
}

/** Returns the host and path of a web URL, or null for any other URL. */
function hostAndPathOf(address: string, base?: string): string | null {
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const path = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname
  return `${url.host}${path}`.toLowerCase()
}
