import { feature } from '#kernel/feature.ts'
import { jobRoutes } from './jobs.routes.ts'

export const jobsFeature = feature('jobs', {
  routes: jobRoutes,
})
