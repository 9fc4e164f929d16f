import type { Context } from '#kernel/http.ts'
import { element, type Xml, xmlDocument } from '#kernel/xml.ts'
import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { getOpenSearch } from './site-files.contract.ts'

/** Describes the site's search to browsers. The name is limited to 16 characters, the long name to 48. Source:
 *  OpenSearch 1.1 draft 6 */
export function openSearch({ siteUrl, site }: Context): string {
  const root = element('OpenSearchDescription', { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' }, [
    element('ShortName', {}, firstOf(site.name, 16)),
    element('LongName', {}, firstOf(`Search ${site.name}`, 48)),
    element('Description', {}, `Search the posts, articles, and members of ${site.name}.`),
    element('InputEncoding', {}, 'UTF-8'),
    icon(32, 'image/x-icon', `${siteUrl}/favicon.ico`),
    icon(192, 'image/png', `${siteUrl}/icon-192.png`),
    page('results', 'text/html', `${siteUrl}${searchAddress.href()}?q={searchTerms}`),
    page('self', 'application/opensearchdescription+xml', `${siteUrl}${getOpenSearch.path}`),
  ])
  return xmlDocument(root)
}

const firstOf = (text: string, length: number): string => Array.from(text).slice(0, length).join('').trim()
const icon = (side: number, type: string, url: string): Xml =>
  element('Image', { width: side, height: side, type }, url)
const page = (rel: string, type: string, template: string): Xml => element('Url', { rel, type, template })
