import { many, sql } from '#kernel/db.ts'
import type { SitemapPart } from '#kernel/sitemap.ts'
import { seriesAddress } from './series-addresses.contract.ts'

/** Lists the pages of series with visible articles. */
export const seriesSitemap: SitemapPart = {
  ids: sql`select id from series`,
  entries: async (db, afterId, upToId) => {
    const rows = await many<{ slug: string; changedAt: Date }>(db)`
      select series.slug, max(posts.created_at) as "changedAt"
      from series join series_posts on series_id = series.id join posts on posts.id = post_id
      where series.id > ${afterId} and series.id <= ${upToId} group by series.id order by series.id`
    return rows.map(({ slug, changedAt }) => ({ path: seriesAddress.href({ slug }), changedAt }))
  },
}
