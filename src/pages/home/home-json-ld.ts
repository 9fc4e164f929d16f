import { siteReference } from '../json-ld.ts'
import type { PageJsonLd, SiteFacts } from '../page.ts'
import { homeAddress } from './home-address.ts'

/** Describes the site; returns nothing for filtered feeds. */
export const homeJsonLd: PageJsonLd<typeof homeAddress> = (_, { query }, site) =>
  homeAddress.href(query) === '/' ? [websiteJsonLd(site)] : []

/** Describes the site and its search. Source: schema.org, WebSite, SearchAction */
export function websiteJsonLd(site: SiteFacts): object {
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${site.url}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  return { '@type': 'WebSite', ...siteReference(site), url: `${site.url}/`, name: site.name, potentialAction: search }
}
