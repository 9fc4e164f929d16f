import { feature } from '#kernel/feature.ts'
import { sentWebmentionSubscriptions, sentWebmentionWorkers } from './mention-jobs.ts'
import { sentWebmentionRoutes } from './sent-webmentions.routes.ts'

export const sentWebmentionsFeature = feature('sent-webmentions', {
  routes: sentWebmentionRoutes,
  workers: sentWebmentionWorkers,
  on: sentWebmentionSubscriptions,
})
