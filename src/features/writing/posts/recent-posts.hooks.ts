import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/call.ts'
import { getPosts } from './posts.contract.ts'

/** Number of recent posts. */
export const recentPostsShown = 5

/** The newest posts of both kinds. */
export const recentPostsQuery = queryOf(getPosts, { query: { page: 1, limit: recentPostsShown } })
export const useRecentPosts = () => useQuery(recentPostsQuery)
