import { contactAddress, contactSlug } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { siteReference } from '../json-ld.ts'
import type { PageJsonLd } from '../page.ts'
import { sitePageJsonLd } from '../site-page/site-page-json-ld.ts'

/** Source: schema.org, ContactPage */
export const contactJsonLd: PageJsonLd<typeof contactAddress> = (cache, _, site) => {
  if (!cache.getQueryData(siteQuery.queryKey)?.hasContactForm)
    return sitePageJsonLd(cache, { params: { slug: contactSlug }, query: {} }, site)
  const url = site.url + contactAddress.href()
  return [{ '@type': 'ContactPage', '@id': url, url, name: 'Contact', isPartOf: siteReference(site) }]
}
