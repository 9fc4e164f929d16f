import { pageAsked } from '#features/paging/paging.contract.ts'
import { SearchChoice } from '#features/search/search.contract.ts'
import type { Search } from '#features/search/search.hooks.ts'

/** What the address asks for. What makes no sense counts as not said. */
export const searchOf = ({ q, kind, page }: Record<string, string>): Search => ({
  q: q?.trim() ?? '',
  kind: SearchChoice.safeParse(kind).data ?? 'all',
  page: pageAsked(page),
})

/** The address of a search. Another kind starts at page 1 by leaving `page` out. */
export function searchHref({ q, kind = 'all', page = 1 }: Partial<Search>): string {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  if (kind !== 'all') query.set('kind', kind)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/search?${query.toString()}` : '/search'
}
