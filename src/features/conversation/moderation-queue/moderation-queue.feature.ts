import { feature } from '#kernel/feature.ts'
import { moderationQueueRoutes } from './moderation-queue.routes.ts'

export const moderationQueueFeature = feature('moderation-queue', {
  routes: moderationQueueRoutes,
  notInArchive: { moderation_counts: 'counts the comments and webmentions' },
})
