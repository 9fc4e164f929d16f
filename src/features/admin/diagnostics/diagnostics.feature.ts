import { feature } from '#kernel/feature.ts'
import { diagnosticsRoutes } from './diagnostics.routes.ts'

export const diagnosticsFeature = feature('diagnostics', {
  routes: diagnosticsRoutes,
})
