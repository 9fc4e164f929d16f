import { publishedPageQuery } from '#features/writing/site-pages/published-page.hooks.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { findPublishedPage } from '#features/writing/site-pages/site-pages.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'

/** Former slugs redirect to the current one. */
export const loadSitePage: Load<typeof sitePageAddress> = async ({ db }, { params: { slug } }) => {
  const page = await findPublishedPage(db, slug)
  if (!page) return { status: 404, entries: [preload(publishedPageQuery(slug), null)] }
  if (page.slug !== slug)
    return { redirectTo: sitePageAddress.href({ slug: page.slug }), redirectStatus: 301, entries: [] }
  return { entries: [preload(publishedPageQuery(slug), page)] }
}
