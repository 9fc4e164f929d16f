import { many, sql } from '#kernel/db.ts'
import type { SitemapPart } from '#kernel/sitemap.ts'
import { sponsorAddress } from './sponsorship-addresses.contract.ts'

const sponsorable = sql`(exists (select from sponsor_tiers where sponsor_tiers.member_id = members.id)
  or exists (select from sponsor_goals where sponsor_goals.member_id = members.id))`

/** Lists the sponsor pages of members with a goal or tiers. */
export const sponsorshipSitemap: SitemapPart = {
  ids: sql`select id from members where ${sponsorable}`,
  entries: async (db, afterId, upToId) => {
    const rows = await many<{ username: string }>(db)`
      select username from members where id > ${afterId} and id <= ${upToId} and ${sponsorable} order by id`
    return rows.map(({ username }) => ({ path: sponsorAddress.href({ username }), changedAt: null }))
  },
}
