import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#features/paging/paging.contract.ts'
import { UserList, usersPath } from '#features/profiles/profiles.contract.ts'
import { read } from '#web/api.ts'

/** Which members. */
export interface People {
  page: number
  search?: string | undefined
}

export const peopleQuery = ({ page, search }: People) =>
  read(usersPath, UserList, { page, limit: defaultLimit, search: search || undefined })

/** A page of members. While another one is fetched, the one before stays in sight. */
export const usePeople = (people: People) => useQuery({ ...peopleQuery(people), placeholderData: keepPreviousData })
