import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import type { Search } from '#features/discovery/search/search.hooks.ts'
import type { PageProps } from '../page.ts'

/** Parses the search from the URL. */
export const searchOf = ({ q = '', kind, page }: PageProps<typeof searchAddress>['query']): Search => ({
  q: q.trim(),
  kind,
  page,
})

/** Returns the URL for a search. Leave `page` out to start at page 1. */
export const searchHref = ({ q, ...choice }: Partial<Search>): string => searchAddress.href({ ...choice, q: q || null })
