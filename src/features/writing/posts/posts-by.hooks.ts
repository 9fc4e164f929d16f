import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { queryOf } from '#web/call.ts'
import { getPostsBy } from './posts.contract.ts'

/** A page of what the member wrote, newest first. */
export const postsByQuery = (userId: number, page: number) =>
  queryOf(getPostsBy, { params: { id: userId }, query: { page, limit: defaultLimit } })

/** What the member keeps at the top of their profile, pinned last first. */
export const pinnedPostsQuery = (userId: number) =>
  queryOf(getPostsBy, { params: { id: userId }, query: { pinned: 'true' } })

/** As {@link postsByQuery}. While another page is fetched, the one before stays in sight. */
export const usePostsBy = (userId: number, page: number) =>
  useQuery({ ...postsByQuery(userId, page), placeholderData: keepPreviousData })

export const usePinnedPosts = (userId: number) => useQuery(pinnedPostsQuery(userId))
