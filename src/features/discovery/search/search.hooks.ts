import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { queryOf } from '#web/call.ts'
import { type SearchChoice, searchSite } from './search.contract.ts'

/** The query, the kind of results, and the page. */
export interface Search {
  q: string
  kind: SearchChoice
  page: number
}

export const searchQuery = ({ q, kind, page }: Search) =>
  queryOf(searchSite, { query: { q, kind, page, limit: defaultLimit } })

/** A page of results. Keeps showing the previous page while the next one loads. */
export const useSearchResults = (search: Search, { enabled = true } = {}) =>
  useQuery({ ...searchQuery(search), placeholderData: keepPreviousData, enabled })
