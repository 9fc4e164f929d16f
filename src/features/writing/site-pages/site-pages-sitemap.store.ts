import { many, sql } from '#kernel/db.ts'
import type { SitemapPart } from '#kernel/sitemap.ts'
import { sitePageAddress } from './site-page-addresses.contract.ts'

export const sitePagesSitemap: SitemapPart = {
  ids: sql`select id from site_pages where is_published`,
  entries: async (db, afterId, upToId) => {
    const rows = await many<{ slug: string; changedAt: Date }>(db)`
      select slug, updated_at as "changedAt" from site_pages
      where is_published and id > ${afterId} and id <= ${upToId} order by id`
    return rows.map(({ slug, changedAt }) => ({ path: sitePageAddress.href({ slug }), changedAt }))
  },
}
