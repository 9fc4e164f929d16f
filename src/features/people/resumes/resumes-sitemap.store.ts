import { many, sql } from '#kernel/db.ts'
import type { SitemapPart } from '#kernel/sitemap.ts'
import { resumeAddress } from './resume-addresses.contract.ts'

const published = sql`from members join resumes on member_id = id where is_published`

/** Lists the published CVs. */
export const resumesSitemap: SitemapPart = {
  ids: sql`select id ${published}`,
  entries: async (db, afterId, upToId) => {
    const rows = await many<{ username: string; changedAt: Date }>(db)`
      select username, updated_at as "changedAt" ${published} and id > ${afterId} and id <= ${upToId} order by id`
    return rows.map(({ username, changedAt }) => ({ path: resumeAddress.href({ username }), changedAt }))
  },
}
