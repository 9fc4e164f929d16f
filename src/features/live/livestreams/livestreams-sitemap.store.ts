import { many, sql } from '#kernel/db.ts'
import type { SitemapPart } from '#kernel/sitemap.ts'
import { recordingHref } from './recordings.contract.ts'

/** Lists the livestream page, and every recording of a public livestream. */
export const livestreamsSitemap: SitemapPart = {
  lists: async () => [{ path: '/livestream', changedAt: null }],
  ids: sql`select r.id from livestream_recordings r join livestreams s on s.id = livestream_id where is_public`,
  entries: async (db, afterId, upToId) => {
    const rows = await many<{ id: number; livestreamId: number; startedAt: Date }>(db)`
      select r.id, livestream_id as "livestreamId", r.started_at as "startedAt"
      from livestream_recordings r join livestreams s on s.id = livestream_id
      where is_public and r.id > ${afterId} and r.id <= ${upToId} order by r.id`
    return rows.map((row) => ({ path: recordingHref(row), changedAt: row.startedAt }))
  },
}
