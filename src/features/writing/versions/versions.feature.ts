import { feature } from '#kernel/feature.ts'
import { versionRoutes } from './versions.routes.ts'

export const versionsFeature = feature('versions', {
  routes: versionRoutes,
})
