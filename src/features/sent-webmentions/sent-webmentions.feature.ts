import { feature } from '#kernel/feature.ts'
import { sentWebmentionWorkers } from './mention-jobs.ts'
import { sentWebmentionRoutes } from './sent-webmentions.routes.ts'

export const sentWebmentionsFeature = feature('sent-webmentions', {
  routes: sentWebmentionRoutes,
  workers: sentWebmentionWorkers,
})
