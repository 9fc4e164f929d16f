import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/call.ts'
import { useIsOn } from '#features/discovery/site/site.hooks.ts'
import { getPosts } from './posts.contract.ts'

/** Number of recent posts. */
export const recentPostsShown = 5

/** The newest posts of both kinds; while the feed is off, the newest articles. */
export const recentPostsQuery = (hasFeed: boolean) =>
  queryOf(getPosts, { query: { page: 1, limit: recentPostsShown, ...(!hasFeed && { isLongForm: true }) } })
export const useRecentPosts = () => useQuery(recentPostsQuery(useIsOn('feed')))
