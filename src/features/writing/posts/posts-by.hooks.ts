import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { queryOf } from '#web/call.ts'
import { getPostsBy } from './posts.contract.ts'

/** A page of the member's posts, newest first. */
export const postsByQuery = (userId: number, page: number) =>
  queryOf(getPostsBy, { params: { id: userId }, query: { page, limit: defaultLimit } })

/** The posts pinned to the member's profile, most recently pinned first. */
export const pinnedPostsQuery = (userId: number) =>
  queryOf(getPostsBy, { params: { id: userId }, query: { pinned: 'true' } })

/** The member's newest articles. */
export const articlesByQuery = (userId: number, limit: number) =>
  queryOf(getPostsBy, { params: { id: userId }, query: { articles: 'true', page: 1, limit } })

/** Returns a page of the member's posts. While another page is loading, the previous one stays visible. */
export const usePostsBy = (userId: number, page: number) =>
  useQuery({ ...postsByQuery(userId, page), placeholderData: keepPreviousData })

export const useArticlesBy = (userId: number, limit: number) => useQuery(articlesByQuery(userId, limit))

export const usePinnedPosts = (userId: number) => useQuery(pinnedPostsQuery(userId))
