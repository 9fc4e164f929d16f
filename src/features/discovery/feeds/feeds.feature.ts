import { feature } from '#kernel/feature.ts'
import { feedRoutes } from './feeds.routes.ts'
import { webSubSubscriptions, webSubWorkers } from './web-sub.ts'

export const feedsFeature = feature('feeds', {
  routes: feedRoutes,
  workers: webSubWorkers,
  on: webSubSubscriptions,
})
