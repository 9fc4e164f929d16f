import { many, sql } from '#kernel/db.ts'
import type { SitemapPart } from '#kernel/sitemap.ts'
import { tagPath } from '#schemas/tag-paths.contract.ts'

/** Lists the pages of tags with posts. */
export const tagsSitemap: SitemapPart = {
  ids: sql`select id from shown_tags where post_count > 0`,
  entries: async (db, afterId, upToId) => {
    const rows = await many<{ name: string; changedAt: Date }>(db)`
      select name, (select created_at from post_tags where tag_id = shown_tags.id and not is_withheld
        order by created_at desc, post_id desc limit 1) as "changedAt"
      from shown_tags where post_count > 0 and id > ${afterId} and id <= ${upToId} order by id`
    return rows.map(({ name, changedAt }) => ({ path: tagPath(name), changedAt }))
  },
}
