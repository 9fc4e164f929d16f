import { publishedPageQuery } from '#features/writing/site-pages/published-page.hooks.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { findPublishedPage } from '#features/writing/site-pages/site-pages.store.ts'
import { listPosts } from '#features/writing/posts/post-lists.store.ts'
import { recentPostsQuery, recentPostsShown } from '#features/writing/posts/recent-posts.hooks.ts'
import type { Db } from '#kernel/db.ts'
import { preload } from '#web/preload.ts'
import type { Load, Loaded } from '../page.ts'

/** Former slugs redirect to the current one. “Page not found” lists recent posts. */
export const loadSitePage: Load<typeof sitePageAddress> = async ({ db, siteSettings }, { params: { slug } }) => {
  const page = await findPublishedPage(db, slug)
  if (!page) {
    const recent = await recentPosts(db, siteSettings.isOn('feed'))
    return { status: 404, entries: [preload(publishedPageQuery(slug), null), recent] }
  }
  if (page.slug !== slug)
    return { redirectTo: sitePageAddress.href({ slug: page.slug }), redirectStatus: 301, entries: [] }
  return { entries: [preload(publishedPageQuery(slug), page)] }
}

/** The list shows titles and excerpts, not the text. */
async function recentPosts(db: Db, hasFeed: boolean): Promise<Loaded['entries'][number]> {
  const list = await listPosts(db, { page: 1, limit: recentPostsShown }, null)
  return preload(recentPostsQuery(hasFeed), {
    ...list,
    posts: list.posts.map((post) => Object.assign(post, { contentHtml: '' })),
  })
}
