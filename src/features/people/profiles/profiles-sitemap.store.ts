import { many, sql } from '#kernel/db.ts'
import type { SitemapPart } from '#kernel/sitemap.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'

/** Lists the members page, and every profile with the time of the member's latest post. One query reads these times for
 *  a whole sitemap file: if one member wrote most of the posts, a query per member would scan all posts each time. */
export const profilesSitemap: SitemapPart = {
  lists: async () => [{ path: '/members', changedAt: null, section: 'members' }],
  ids: sql`select id from members`,
  entries: async (db, afterId, upToId) => {
    const rows = await many<{ username: string; changedAt: Date | null }>(db)`
      select username, "changedAt"
      from members left join (
        select member_id, max(created_at) as "changedAt" from posts
        where member_id > ${afterId} and member_id <= ${upToId} group by member_id) wrote on member_id = id
      where id > ${afterId} and id <= ${upToId} order by id`
    return rows.map(({ username, changedAt }) => ({ path: profileAddress.href({ username }), changedAt }))
  },
}
