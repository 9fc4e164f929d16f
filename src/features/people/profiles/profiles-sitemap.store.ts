import { many, sql } from '#kernel/db.ts'
import type { SitemapPart } from '#kernel/sitemap.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'

/** Lists the members page, and every profile with the time of the member's latest post. */
export const profilesSitemap: SitemapPart = {
  lists: async () => [{ path: '/members', changedAt: null, section: 'members' }],
  ids: sql`select id from members`,
  entries: async (db, afterId, upToId) => {
    const rows = await many<{ username: string; changedAt: Date | null }>(db)`
      select username, (
        select created_at from posts where member_id = members.id order by created_at desc, id desc limit 1) as "changedAt"
      from members where id > ${afterId} and id <= ${upToId} order by id`
    return rows.map(({ username, changedAt }) => ({ path: profileAddress.href({ username }), changedAt }))
  },
}
