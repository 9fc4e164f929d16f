import { type Db, many, one, sql } from '#kernel/db.ts'
import type { SitemapPart } from '#kernel/sitemap.ts'
import { movedFeedPath } from '#features/discovery/site/site.contract.ts'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'

/** Lists the feed and the blog, each with the time of the last change to its posts, and every post. */
export const postsSitemap: SitemapPart = {
  lists: async ({ db, siteSettings }) => {
    const { all, articles } = await lastChanges(db)
    const isHome = siteSettings.isOn('feed') && (await isFeedHome(db, siteSettings.now.settings.home))
    return [
      { path: '/', changedAt: isHome ? all : null },
      ...(isHome ? [] : [{ path: movedFeedPath, changedAt: all, section: 'feed' as const }]),
      { path: '/blog', changedAt: articles, section: 'blog' },
    ]
  },
  ids: sql`select id from posts`,
  entries: async (db, afterId, upToId) => {
    const rows = await many<{ id: number; slug: string | null; changedAt: Date }>(db)`
      select id, slug, updated_at as "changedAt" from posts where id > ${afterId} and id <= ${upToId} order by id`
    return rows.map(({ changedAt, ...post }) => ({ path: postPath(post), changedAt }))
  },
}

async function lastChanges(db: Db): Promise<{ all: Date | null; articles: Date | null }> {
  const row = await one<{ all: Date | null; articles: Date | null }>(db)`
    select greatest(notes, articles) as "all", articles
    from (select (${lastChangedQuery(false)}) as notes, (${lastChangedQuery(true)}) as articles) as last`
  return row ?? { all: null, articles: null }
}

/** The time of the last change to a post of this kind. */
export const lastChangedQuery = (isLongForm: boolean) => sql`
  select updated_at from posts where is_long_form = ${sql.lit(isLongForm)} order by updated_at desc limit 1`

/** Returns whether the feed is at `/`: chosen, or because the chosen page is not published. */
async function isFeedHome(db: Db, { kind, page }: { kind: string; page: string }): Promise<boolean> {
  if (kind !== 'page') return kind === 'feed'
  const former = sql`select page_id from former_page_slugs where slug = ${page}`
  return !(await one(db)`select id from site_pages where is_published and (slug = ${page} or id in (${former}))`)
}
