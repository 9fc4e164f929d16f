import { feature } from '#kernel/feature.ts'
import { historyRoutes } from './history.routes.ts'

export const historyFeature = feature('history', {
  routes: historyRoutes,
})
