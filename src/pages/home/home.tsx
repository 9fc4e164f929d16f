import { t } from '#messages/messages.ts'
import './home.css'
import type { Category } from '#features/writing/categories/categories.contract.ts'
import { categoriesQuery, useCategories } from '#features/writing/categories/categories.hooks.ts'
import { ownFeedLink } from '#features/discovery/feeds/feeds.contract.ts'
import { type Feed, postListQuery } from '#features/writing/posts/posts.hooks.ts'
import { FollowedTags } from '#features/writing/tags/followed-tags.tsx'
import { homeTitle } from '#features/admin/site-settings/home-names.contract.ts'
import { siteQuery, useIsOn, useSite } from '#features/discovery/site/site.hooks.ts'
import type { PageProps, PageView } from '../page.ts'
import { AnnouncedLivestreams } from './announced-livestreams.tsx'
import { ComposerPlace } from './composer-place.tsx'
import { SetupBanner } from '#features/admin/setup/setup-banner.tsx'
import { useFeed, useFeedAddress } from './feed.hooks.ts'
import { feedAddressOn, type homeAddress } from './home-address.ts'
import { FeedCover } from './feed-cover.tsx'
import { FeedFilters } from './feed-filters.tsx'
import { FeedList } from './feed-list.tsx'
import { FirstRun } from './first-run.tsx'
import { HomeSidebar } from './home-sidebar.tsx'

export const homeView: PageView<typeof homeAddress> = {
  View: HomePage,
  head: (cache, { query: feed }) => {
    const site = cache.getQueryData(siteQuery.queryKey)
    const name = site?.name ?? 'Devstead'
    const category = cache.getQueryData(categoriesQuery.queryKey)?.find(({ id }) => id === feed.categoryId)
    const list = cache.getQueryData(postListQuery(feed).queryKey)
    const { page } = feed
    const feedAddress = feedAddressOn(site ?? {})
    const isMoved = site?.home !== undefined
    return {
      title: partOfFeed(feed, category) || (isMoved ? t('Posts') : homeTitle(site ?? { name })),
      description: site?.description ?? t('Posts, articles, and projects by the developers of {name}.', { name }),
      ...(category && { feed: ownFeedLink(`${name}: ${category.displayName}`, '', category.name) }),
      previousPath: page > 1 ? feedAddress.href({ ...feed, page: page - 1 }) : undefined,
      nextPath: list && page < list.totalPages ? feedAddress.href({ ...feed, page: page + 1 }) : undefined,
      acceptsWebmentions: !isMoved && Boolean(site?.ownerUsername),
      noindex: list?.posts.length === 0 && feedAddress.href(feed) !== feedAddress.path,
    }
  },
}

/** Returns the filters for the title: 'Popular · Tech Tips · Page 2'. Empty for the whole feed. */
const partOfFeed = ({ page, type }: Feed, category: Category | undefined): string =>
  [type === 'popular' && t('Popular'), category?.displayName, page > 1 && t('Page {page}', { page })]
    .filter(Boolean)
    .join(' · ')

function HomePage({ query }: PageProps<typeof homeAddress>) {
  const { ownerUsername, name, home } = useSite()
  const isHome = home === undefined
  const hasLive = useIsOn('live')
  const feedAddress = useFeedAddress()
  const feed = useFeed(query)
  const category = useCategories().find(({ id }) => id === feed.categoryId)
  if (ownerUsername === null) return <FirstRun />
  return (
    <>
      {isHome && query.page === 1 && <FeedCover />}
      <div className="page page-aside">
        {hasLive && <AnnouncedLivestreams />}
        <div className="stack h-feed">
          <h1 className="visually-hidden">
            {t('Feed')}
            <data className="p-name" value={[name, partOfFeed(feed, category)].filter(Boolean).join(' · ')} />
            <data className="u-url" value={feedAddress.href(feed)} />
          </h1>
          <SetupBanner />
          <ComposerPlace />
          <FeedFilters feed={feed} />
          {feed.type === 'following' && <FollowedTags />}
          <FeedList feed={feed} />
        </div>
        <HomeSidebar />
      </div>
    </>
  )
}
