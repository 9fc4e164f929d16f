import { many } from '#kernel/db.ts'
import type { SitemapPart } from '#kernel/sitemap.ts'
import { contactAddress, contactSlug } from './contact-addresses.contract.ts'

/** Lists the contact form while it is on. A page at the same address is listed with the other pages. */
export const contactSitemap: SitemapPart = {
  lists: async ({ db, siteSettings }) => {
    if (!siteSettings.now.settings.contactForm) return []
    const pages = await many(db)`select id from site_pages where slug = ${contactSlug} and is_published`
    return pages.length > 0 ? [] : [{ path: contactAddress.href(), changedAt: null }]
  },
}
