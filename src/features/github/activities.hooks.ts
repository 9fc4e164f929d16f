import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { get } from '#web/api.ts'
import { activitiesPerPage, GithubActivityList, userActivitiesPath } from './activities.contract.ts'

/** Which activities of a member. */
export interface Activities {
  userId: number
  /** Words that are looked for; empty for all. */
  q: string
  /** The list starts after this activity. */
  before?: number | undefined
}

/** The activities page by page, newest first. */
export const activitiesQuery = ({ userId, q, before }: Activities) =>
  infiniteQueryOptions({
    queryKey: [userActivitiesPath(userId), 'pages', { q, before }],
    queryFn: ({ pageParam }) => get(pagePath(userId, q, pageParam), GithubActivityList),
    initialPageParam: before ?? null,
    getNextPageParam: (page) => (page.length < activitiesPerPage ? null : (page.at(-1)?.id ?? null)),
  })

/** While others are looked for, those before stay in sight. */
export const useActivities = (activities: Activities) =>
  useInfiniteQuery({ ...activitiesQuery(activities), placeholderData: keepPreviousData })

function pagePath(userId: number, q: string, before: number | null): string {
  const query = new URLSearchParams({ limit: String(activitiesPerPage) })
  if (before !== null) query.set('before', String(before))
  if (q !== '') query.set('q', q)
  return `${userActivitiesPath(userId)}?${query.toString()}`
}
