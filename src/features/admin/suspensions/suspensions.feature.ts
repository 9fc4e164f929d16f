import { feature } from '#kernel/feature.ts'
import { createSuspensions } from './suspensions.ts'
import { suspensionRoutes } from './suspensions.routes.ts'
import { Suspension } from './suspensions.contract.ts'

export const suspensionsFeature = feature('suspensions', {
  services: (_, context) => ({ suspensions: createSuspensions(context) }),
  routes: suspensionRoutes,
  schemas: { Suspension },
  notInArchive: { suspensions: 'concern members who cannot sign in, and the administrators' },
})
