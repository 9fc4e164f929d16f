import { feature } from '#kernel/feature.ts'
import { healthRoutes } from './health.routes.ts'

export const healthFeature = feature('health', {
  routes: healthRoutes,
})
