import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { defaultLimit } from '#features/paging/paging.contract.ts'
import { read } from '#web/api.ts'
import { type SearchChoice, searchPath, SearchResults } from './search.contract.ts'

/** What is looked for, and which page of it. */
export interface Search {
  q: string
  kind: SearchChoice
  page: number
}

export const searchQuery = ({ q, kind, page }: Search) =>
  read(searchPath, SearchResults, { q, kind, page, limit: defaultLimit })

/** A page of what was found. While another one is fetched, the one before stays in sight. */
export const useSearchResults = (search: Search) =>
  useQuery({ ...searchQuery(search), placeholderData: keepPreviousData })
