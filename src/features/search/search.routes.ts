import { asAnyone, route } from '#kernel/http.ts'
import { perAddress } from '#kernel/limits.contract.ts'
import { searchPath, SearchQuery } from './search.contract.ts'
import { search } from './search.store.ts'

export const searchRoutes = [
  route(
    'GET',
    searchPath,
    asAnyone(({ query, ctx }) => search(ctx.db, SearchQuery.parse(query))),
    { limits: [perAddress('search', 60, 60)] },
  ),
]
