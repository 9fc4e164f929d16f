import { type Db, many, sql } from '#kernel/db.ts'
import type { SitemapPart } from '#kernel/sitemap.ts'

/** Returns the numbers of the non-empty sitemap files. File n contains the nth range of `size` ids. */
export async function listSitemapFiles(db: Db, parts: readonly SitemapPart[], size: number): Promise<number[]> {
  const allIds = parts.flatMap(({ ids }) => ids ?? [])
  const highest = sql.join(allIds.map((ids) => sql`(select max(id) from (${ids}) rows)`))
  const isThere = allIds.map(
    (ids) => sql`exists (
      select from (${ids}) rows where id > (file - 1) * ${size}::int and id <= file * ${size}::int)`,
  )
  const rows = await many<{ file: number }>(db)`
    select file from generate_series(1, (greatest(${highest}) - 1) / ${size}::int + 1) file
    where ${sql.join(isThere, sql` or `)}`
  return rows.map(({ file }) => file)
}
