import { implement } from '#kernel/implement.ts'
import { getCategories } from './categories.contract.ts'
import { listCategories } from './categories.store.ts'

export const categoryRoutes = [implement(getCategories, ({ ctx }) => listCategories(ctx.db))]
