import { defaultLimit } from '#schemas/paging.contract.ts'
import type { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { Question } from '#features/discovery/search/search.contract.ts'
import { searchQuery } from '#features/discovery/search/search.hooks.ts'
import { search } from '#features/discovery/search/search.store.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'
import { searchOf } from './search-address.ts'

export const loadSearch: Load<typeof searchAddress> = async ({ db }, { query }) => {
  const asked = searchOf(query)
  if (!Question.safeParse(asked.q).success) return { entries: [] }
  return { entries: [preload(searchQuery(asked), await search(db, { ...asked, limit: defaultLimit }))] }
}
