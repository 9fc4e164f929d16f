import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { getFollowers, getFollowing, getUsers } from '#features/people/profiles/profiles.contract.ts'
import { queryOf } from '#web/call.ts'

/** Which members. */
export interface People {
  page: number
  search?: string | undefined
}

export const peopleQuery = ({ page, search }: People) =>
  queryOf(getUsers, { query: { page, limit: defaultLimit, search: search || undefined } })

/** Those who follow a member, or whom the member follows. */
export type FollowSide = 'followers' | 'following'

export const followsQuery = (userId: number, side: FollowSide, page: number) =>
  queryOf(side === 'followers' ? getFollowers : getFollowing, {
    params: { id: userId },
    query: { page, limit: defaultLimit },
  })

/** As {@link usePeople}. */
export const useFollows = (userId: number, side: FollowSide, page: number) =>
  useQuery({ ...followsQuery(userId, side, page), placeholderData: keepPreviousData })

/** A page of members. While another one is fetched, the one before stays in sight. */
export const usePeople = (people: People) => useQuery({ ...peopleQuery(people), placeholderData: keepPreviousData })
