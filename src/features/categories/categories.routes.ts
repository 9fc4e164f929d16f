import { asAnyone, route } from '#kernel/http.ts'
import { categoriesPath } from './categories.contract.ts'
import { listCategories } from './categories.store.ts'

export const categoryRoutes = [
  route(
    'GET',
    categoriesPath,
    asAnyone(({ ctx }) => listCategories(ctx.db)),
  ),
]
