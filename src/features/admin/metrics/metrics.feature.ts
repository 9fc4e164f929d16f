import { feature } from '#kernel/feature.ts'
import { metricsRoutes } from './metrics.routes.ts'

export const metricsFeature = feature('metrics', {
  routes: metricsRoutes,
})
