import { feature } from '#kernel/feature.ts'
import { webAppRoutes } from './web-app.routes.ts'

export const webAppFeature = feature('web-app', {
  routes: webAppRoutes,
})
