import { type contactAddress, contactSlug } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { publishedPageQuery } from '#features/writing/site-pages/published-page.hooks.ts'
import { findPublishedPage } from '#features/writing/site-pages/site-pages.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'
import { loadSitePage } from '../site-page/site-page.load.ts'

export const loadContact: Load<typeof contactAddress> = async (ctx) => {
  const slug = contactSlug
  if (!ctx.siteSettings.now.settings.contactForm) return loadSitePage(ctx, { params: { slug }, query: {} })
  const page = await findPublishedPage(ctx.db, slug)
  return { entries: [preload(publishedPageQuery(slug), page?.slug === slug ? page : null)] }
}
