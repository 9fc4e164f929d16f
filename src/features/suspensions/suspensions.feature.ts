import { feature } from '#kernel/feature.ts'
import { suspensionRoutes } from './suspensions.routes.ts'

export const suspensionsFeature = feature('suspensions', {
  routes: suspensionRoutes,
  notInArchive: { suspensions: 'concern members who cannot sign in, and the administrators' },
})
