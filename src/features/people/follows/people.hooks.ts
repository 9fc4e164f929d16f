import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { getFollowers, getFollowing, getUsers } from '#features/people/profiles/profiles.contract.ts'
import { queryOf } from '#web/call.ts'

export interface People {
  page: number
  search?: string | undefined
}

export const peopleQuery = ({ page, search }: People) =>
  queryOf(getUsers, { query: { page, limit: defaultLimit, search: search || undefined } })

/** Which of a member's two lists: their followers, or the members they follow. */
export type FollowSide = 'followers' | 'following'

export const followsQuery = (userId: number, side: FollowSide, page: number) =>
  queryOf(side === 'followers' ? getFollowers : getFollowing, {
    params: { id: userId },
    query: { page, limit: defaultLimit },
  })

/** Returns one page of the list, as {@link usePeople} does. */
export const useFollows = (userId: number, side: FollowSide, page: number) =>
  useQuery({ ...followsQuery(userId, side, page), placeholderData: keepPreviousData })

/** Returns one page of members. Keeps showing the previous page while another one loads. */
export const usePeople = (people: People) => useQuery({ ...peopleQuery(people), placeholderData: keepPreviousData })
