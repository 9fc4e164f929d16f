import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#features/paging/paging.contract.ts'
import { followersPath, followingPath, UserList, usersPath } from '#features/profiles/profiles.contract.ts'
import { read } from '#web/api.ts'

/** Which members. */
export interface People {
  page: number
  search?: string | undefined
}

export const peopleQuery = ({ page, search }: People) =>
  read(usersPath, UserList, { page, limit: defaultLimit, search: search || undefined })

/** Those who follow a member, or whom the member follows. */
export type FollowSide = 'followers' | 'following'

export const followsQuery = (userId: number, side: FollowSide, page: number) =>
  read(side === 'followers' ? followersPath(userId) : followingPath(userId), UserList, { page, limit: defaultLimit })

/** As {@link usePeople}. */
export const useFollows = (userId: number, side: FollowSide, page: number) =>
  useQuery({ ...followsQuery(userId, side, page), placeholderData: keepPreviousData })

/** A page of members. While another one is fetched, the one before stays in sight. */
export const usePeople = (people: People) => useQuery({ ...peopleQuery(people), placeholderData: keepPreviousData })
