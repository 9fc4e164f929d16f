import { publishedPageQuery } from '#features/writing/site-pages/published-page.hooks.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { isHomePage } from '#features/discovery/site/site.contract.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { websiteJsonLd } from '../home/home-json-ld.ts'
import { siteReference } from '../json-ld.ts'
import type { PageJsonLd } from '../page.ts'

/** Source: schema.org, WebPage */
export const sitePageJsonLd: PageJsonLd<typeof sitePageAddress> = (cache, { params }, site) => {
  const page = params && cache.getQueryData(publishedPageQuery(params.slug).queryKey)
  if (!page) return []
  const { slug, title, description, updatedAt } = page
  const isHome = isHomePage(cache.getQueryData(siteQuery.queryKey), slug)
  const url = site.url + (isHome ? '/' : sitePageAddress.href({ slug }))
  return [
    ...(isHome ? [websiteJsonLd(site)] : []),
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
