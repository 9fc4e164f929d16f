import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#features/paging/paging.contract.ts'
import { read } from '#web/api.ts'
import { PostList, userPostsPath } from './posts.contract.ts'

/** A page of what the member wrote, newest first. */
export const postsByQuery = (userId: number, page: number) =>
  read(userPostsPath(userId), PostList, { page, limit: defaultLimit })

/** What the member keeps at the top of their profile, pinned last first. */
export const pinnedPostsQuery = (userId: number) => read(userPostsPath(userId), PostList, { pinned: true })

/** As {@link postsByQuery}. While another page is fetched, the one before stays in sight. */
export const usePostsBy = (userId: number, page: number) =>
  useQuery({ ...postsByQuery(userId, page), placeholderData: keepPreviousData })

export const usePinnedPosts = (userId: number) => useQuery(pinnedPostsQuery(userId))
