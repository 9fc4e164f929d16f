import { feature } from '#kernel/feature.ts'
import { categoryRoutes } from './categories.routes.ts'

export const categoriesFeature = feature('categories', {
  routes: categoryRoutes,
})
