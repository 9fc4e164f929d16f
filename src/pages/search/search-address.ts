import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import type { Search } from '#features/discovery/search/search.hooks.ts'
import type { PageProps } from '../page.ts'

/** What the address asks for. */
export const searchOf = ({ q = '', kind, page }: PageProps<typeof searchAddress>['query']): Search => ({
  q: q.trim(),
  kind,
  page,
})

/** The address of a search. Another kind starts at page 1 by leaving `page` out. */
export const searchHref = ({ q, ...choice }: Partial<Search>): string => searchAddress.href({ ...choice, q: q || null })
