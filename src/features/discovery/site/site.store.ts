import { type Db, one, sql } from '#kernel/db.ts'
import { maxInNavigation, type SiteInfo } from './site.contract.ts'

/** Returns the owner's username; null on an empty site. */
export async function findOwnerUsername(db: Db): Promise<string | null> {
  const owner = await one<{ username: string }>(db)`${ownerQuery}`
  return owner?.username ?? null
}

interface FactsChoice {
  /** The pages with the site's rules; former slugs also work. */
  ruleSlugs: readonly string[]
  /** The page chosen as the home page; a former slug also works. Empty if there is none. */
  homeSlug: string
  /** The OWNER_USERNAME setting. */
  chosenOwner: string | null
}
/** Returns what every page needs to know about the site, in one query. */
export const findSiteFacts = async (db: Db, { ruleSlugs, ...choice }: FactsChoice): Promise<SiteFacts> =>
  (await one<SiteFacts>(db)`${factsQuery({ ...choice, ruleSlugs: ruleSlugs.filter(Boolean) })}`)!

interface SiteFacts {
  ownerUsername: string | null
  /** Whether the member who owns the site, or will own it, has yet to register. */
  isOwnerMissing: boolean
  /** Null if there are none. */
  pages: SiteInfo['pages'] | null
  rules: SiteInfo['rules'] | null
  /** The current slug of the page chosen as the home page; null while it is not published. */
  homeSlug: string | null
}

const ownerQuery = sql`select username from members where id = (select id from site_owner)`

/** The published pages, in the order of the given slugs. */
const pagesNamed = (slugs: readonly string[]) => sql`
  (select json_agg(json_build_object('slug', page.slug, 'title', title) order by place)
    from unnest(${slugs}::text[]) with ordinality as given (slug, place)
    left join former_page_slugs as former on former.slug = given.slug
    join site_pages as page on page.slug = given.slug or page.id = former.page_id
    where is_published)`

export const factsQuery = ({ ruleSlugs, homeSlug, chosenOwner }: FactsChoice) => sql`
  select (${ownerQuery}) as "ownerUsername",
    ${chosenOwner === null ? sql`not exists (${ownerQuery})` : sql`member_named(${chosenOwner}) is null`} as "isOwnerMissing",
    (select json_agg(json_build_object('slug', slug, 'title', title) order by position, id) from (
      select id, slug, title, position from site_pages where is_published and is_in_navigation
      order by position, id limit ${sql.lit(maxInNavigation)}) as shown) as pages,
    ${ruleSlugs.length > 0 ? pagesNamed(ruleSlugs) : sql`null`} as rules,
    ${homeSlug === '' ? sql`null` : sql`${pagesNamed([homeSlug])} -> 0 ->> 'slug'`} as "homeSlug"`
