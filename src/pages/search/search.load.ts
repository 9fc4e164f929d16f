import { defaultLimit } from '#schemas/paging.contract.ts'
import type { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { Question } from '#features/discovery/search/search.contract.ts'
import { searchQuery } from '#features/discovery/search/search.hooks.ts'
import { search } from '#features/discovery/search/search.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'
import { searchOf } from './search-address.ts'

export const loadSearch: Load<typeof searchAddress> = async (ctx, { query }) => {
  const params = searchOf(query)
  if (!Question.safeParse(params.q).success) return { entries: [] }
  return { entries: [preload(searchQuery(params), await search(ctx, { ...params, limit: defaultLimit }))] }
}
