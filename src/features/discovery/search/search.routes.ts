import { implement } from '#kernel/implement.ts'
import { searchSite } from './search.contract.ts'
import { search } from './search.store.ts'

export const searchRoutes = [implement(searchSite, ({ query, ctx }) => search(ctx, query))]
