import { siteReference } from '../json-ld.ts'
import type { PageJsonLd } from '../page.ts'
import { homeAddress } from './home-address.ts'

/** Describes the site and its search; returns nothing for filtered feeds. Source: schema.org, WebSite, SearchAction */
export const homeJsonLd: PageJsonLd<typeof homeAddress> = (_, { query }, site) => {
  if (homeAddress.href(query) !== '/') return []
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${site.url}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return [{ '@type': 'WebSite', ...siteReference(site), url: `${site.url}/`, name: site.name, potentialAction: search }]
}
