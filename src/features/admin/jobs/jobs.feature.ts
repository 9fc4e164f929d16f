import { feature } from '#kernel/feature.ts'
import { jobGauges } from './job-gauges.ts'
import { jobRoutes } from './jobs.routes.ts'

export const jobsFeature = feature('jobs', {
  routes: jobRoutes,
  gauges: jobGauges,
})
