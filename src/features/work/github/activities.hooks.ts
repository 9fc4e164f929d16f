import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call, keyOf } from '#web/call.ts'
import { activitiesPerPage, listMemberGithubActivities } from './activities.contract.ts'

/** Selects a member's activities. */
export interface Activities {
  userId: number
  /** Search terms; empty for all activities. */
  q: string
  /** The list starts after this activity. */
  before?: number | undefined
}

/** Loads the activities page by page, newest first. */
export const activitiesQuery = ({ userId, q, before }: Activities) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(listMemberGithubActivities, { params: { id: userId } }), 'pages', { q, before }],
    queryFn: ({ pageParam }) =>
      call(listMemberGithubActivities, {
        params: { id: userId },
        query: { limit: activitiesPerPage, before: pageParam, q: q === '' ? null : q },
      }),
    initialPageParam: before ?? null,
    getNextPageParam: (page) => (page.length < activitiesPerPage ? null : (page.at(-1)?.id ?? null)),
  })

/** While a new search loads, the previous activities stay on screen. */
export const useActivities = (activities: Activities) =>
  useInfiniteQuery({ ...activitiesQuery(activities), placeholderData: keepPreviousData })
