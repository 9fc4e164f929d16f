import { feature } from '#kernel/feature.ts'
import { siteFileRoutes } from './site-files.routes.ts'
import { siteRoutes } from './site.routes.ts'

export const siteFeature = feature('site', {
  routes: [...siteRoutes, ...siteFileRoutes],
})
