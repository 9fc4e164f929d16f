import { type Db, many, one } from '#kernel/db.ts'

export interface SitemapPost {
  id: number
  updatedAt: Date
}

/** The posts with ids in that stretch, in order. */
export const listSitemapPosts = (db: Db, afterId: number, upToId: number) => many<SitemapPost>(db)`
  select id, updated_at as "updatedAt" from posts where id > ${afterId} and id <= ${upToId} order by id`

/** When any post, and when any article, was written or changed last; null without any. */
export async function lastChanges(db: Db): Promise<{ all: Date | null; articles: Date | null }> {
  const row = await one<{ all: Date | null; articles: Date | null }>(db)`
    select max(updated_at) as "all", max(updated_at) filter (where is_long_form) as articles from posts`
  return row ?? { all: null, articles: null }
}

/** Of the stretches of `size` ids, counted from 1, those that have posts. */
export async function listSitemapPages(db: Db, size: number): Promise<number[]> {
  const rows = await many<{ page: number }>(db)`
    select page from generate_series(1, (select (max(id) - 1) / ${size}::int + 1 from posts)) page
    where exists (select from posts where id > (page - 1) * ${size}::int and id <= page * ${size}::int)`
  return rows.map(({ page }) => page)
}
