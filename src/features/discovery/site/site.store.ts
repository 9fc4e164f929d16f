import { type Db, one, sql } from '#kernel/db.ts'
import { maxInNavigation, type SiteInfo } from './site.contract.ts'

/** Returns the owner's username; null on an empty site. */
export async function findOwnerUsername(db: Db): Promise<string | null> {
  const owner = await one<{ username: string }>(db)`${ownerQuery}`
  return owner?.username ?? null
}

/** Returns what every page needs to know about the site, in one query. */
export const findSiteFacts = async (db: Db): Promise<SiteFacts> => (await one<SiteFacts>(db)`${factsQuery}`)!

interface SiteFacts {
  ownerUsername: string | null
  /** Null if there are none. */
  pages: SiteInfo['pages'] | null
}

const ownerQuery = sql`select username from members where id = (select id from site_owner)`

export const factsQuery = sql`
  select (${ownerQuery}) as "ownerUsername",
    (select json_agg(json_build_object('slug', slug, 'title', title) order by position, id) from (
      select id, slug, title, position from site_pages where is_published and is_in_navigation
      order by position, id limit ${sql.lit(maxInNavigation)}) as shown) as pages`
