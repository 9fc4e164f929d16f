import { feature } from '#kernel/feature.ts'
import { categoryRoutes } from './categories.routes.ts'
import { Category } from './categories.contract.ts'

export const categoriesFeature = feature('categories', {
  routes: categoryRoutes,
  schemas: { Category },
})
