import { many } from '#kernel/db.ts'
import type { SitemapPart } from '#kernel/sitemap.ts'
import { guestbookAddress, guestbookSlug } from './guestbook-addresses.contract.ts'

/** Lists the guestbook. A page at the same address is listed with the other pages. */
export const guestbookSitemap: SitemapPart = {
  lists: async ({ db }) => {
    const pages = await many(db)`select id from site_pages where slug = ${guestbookSlug} and is_published`
    return pages.length > 0 ? [] : [{ path: guestbookAddress.href(), changedAt: null, section: 'guestbook' }]
  },
}
