import { type FetchedPage, linksWithRelation } from '#kernel/link-relations.ts'

/** Whether the page leads to the address with `rel=me`. Neither the scheme nor a slash at the end, the case, the query or the
 *  fragment make another address. Source: microformats.org, rel-me. */
export function leadsTo(page: FetchedPage, address: string): boolean {
  const wanted = placeOf(address)
  return linksWithRelation(page, 'me').some((href) => placeOf(href, page.url) === wanted)
}

/** The host and path of a web address; null for any other. */
function placeOf(address: string, base?: string): string | null {
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const path = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname
  return `${url.host}${path}`.toLowerCase()
}
