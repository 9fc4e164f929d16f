import { many, sql } from '#kernel/db.ts'
import type { SitemapPart } from '#kernel/sitemap.ts'
import { projectAddress, projectsAddress } from './project-addresses.contract.ts'

export const projectsSitemap: SitemapPart = {
  lists: async () => [{ path: projectsAddress.href(), changedAt: null }],
  ids: sql`select id from projects`,
  entries: async (db, afterId, upToId) => {
    const rows = await many<{ id: number; changedAt: Date }>(db)`
      select id, updated_at as "changedAt" from projects where id > ${afterId} and id <= ${upToId} order by id`
    return rows.map(({ id, changedAt }) => ({ path: projectAddress.href({ id }), changedAt }))
  },
}
