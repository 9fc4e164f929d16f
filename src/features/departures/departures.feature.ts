import { feature } from '#kernel/feature.ts'
import { departureRoutes } from './departures.routes.ts'

export const departuresFeature = feature('departures', {
  routes: departureRoutes,
})
