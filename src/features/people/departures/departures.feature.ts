import { feature } from '#kernel/feature.ts'
import { createDepart, departureWorkers } from './departures.ts'
import { departureRoutes } from './departures.routes.ts'

export const departuresFeature = feature('departures', {
  routes: departureRoutes,
  workers: departureWorkers,
  services: (_, context) => ({ depart: createDepart(context) }),
})
