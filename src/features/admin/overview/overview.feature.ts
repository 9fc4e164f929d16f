import { feature } from '#kernel/feature.ts'
import { Overview } from './overview.contract.ts'
import { overviewRoutes } from './overview.routes.ts'

export const overviewFeature = feature('overview', {
  routes: overviewRoutes,
  schemas: { Overview },
})
