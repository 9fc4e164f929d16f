import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { queryOf } from '#web/call.ts'
import { type SearchChoice, searchSite } from './search.contract.ts'

/** What is looked for, and which page of it. */
export interface Search {
  q: string
  kind: SearchChoice
  page: number
}

export const searchQuery = ({ q, kind, page }: Search) =>
  queryOf(searchSite, { query: { q, kind, page, limit: defaultLimit } })

/** A page of what was found. While another one is fetched, the one before stays in sight. */
export const useSearchResults = (search: Search) =>
  useQuery({ ...searchQuery(search), placeholderData: keepPreviousData })
