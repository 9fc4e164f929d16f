import { siteReference } from '../json-ld.ts'
import type { SiteFacts } from '../page.ts'

/** The site, and how to search it. Source: schema.org, WebSite, SearchAction */
export const homeJsonLd = (site: SiteFacts): object[] => [
  {
    '@type': 'WebSite',
    ...siteReference(site),
    url: `${site.url}/`,
    name: site.name,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.url}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  },
]
