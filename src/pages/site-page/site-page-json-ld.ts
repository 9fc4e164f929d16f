import { publishedPageQuery } from '#features/writing/site-pages/published-page.hooks.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { siteReference } from '../json-ld.ts'
import type { PageJsonLd } from '../page.ts'

/** Source: schema.org, WebPage */
export const sitePageJsonLd: PageJsonLd<typeof sitePageAddress> = (cache, { params }, site) => {
  const page = params && cache.getQueryData(publishedPageQuery(params.slug).queryKey)
  if (!page) return []
  const { slug, title, description, updatedAt } = page
  const url = site.url + sitePageAddress.href({ slug })
  return [
    {
      '@type': 'WebPage',
      '@id': url,
      url,
      name: title,
      description,
      dateModified: updatedAt,
      isPartOf: siteReference(site),
    },
  ]
}
