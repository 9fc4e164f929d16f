import './home.css'
import { categoriesQuery } from '#features/categories/categories.hooks.ts'
import { ownFeedLink } from '#features/feeds/feeds.contract.ts'
import { siteQuery, useSite } from '#features/site/site.hooks.ts'
import type { PageAddress, PageView } from '../page.ts'
import { ComposerPlace } from './composer-place.tsx'
import { feedOf } from './feed-address.ts'
import { FeedFilters } from './feed-filters.tsx'
import { FeedList } from './feed-list.tsx'
import { FirstRun } from './first-run.tsx'
import { HomeSidebar } from './home-sidebar.tsx'

export const homePage: PageView = {
  View: HomePage,
  head: (cache, { query }) => {
    const name = cache.getQueryData(siteQuery.queryKey)?.name ?? 'Devstead'
    const { categoryId } = feedOf(query)
    const category = cache.getQueryData(categoriesQuery.queryKey)?.find(({ id }) => id === categoryId)
    return {
      title: name,
      description: `Posts, articles and projects by the developers of ${name}.`,
      ...(category && { feed: ownFeedLink(`${name}: ${category.displayName}`, '', category.name) }),
    }
  },
}

function HomePage({ query }: PageAddress) {
  const { ownerUsername } = useSite()
  const feed = feedOf(query)
  if (ownerUsername === null) return <FirstRun />
  return (
    <div className="page page-aside">
      <h1 className="visually-hidden">Feed</h1>
      <div className="stack">
        <ComposerPlace />
        <FeedFilters feed={feed} />
        <FeedList feed={feed} />
      </div>
      <HomeSidebar />
    </div>
  )
}
