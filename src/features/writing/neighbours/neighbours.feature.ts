import { feature } from '#kernel/feature.ts'
import { neighbourRoutes } from './neighbours.routes.ts'

export const neighboursFeature = feature('neighbours', {
  routes: neighbourRoutes,
})
