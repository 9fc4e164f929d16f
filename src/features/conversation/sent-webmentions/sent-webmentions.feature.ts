import { feature } from '#kernel/feature.ts'
import { scanLinksOfMember, sentWebmentionSubscriptions, sentWebmentionWorkers } from './sending-jobs.ts'
import { sentWebmentionRoutes } from './sent-webmentions.routes.ts'

export const sentWebmentionsFeature = feature('sent-webmentions', {
  routes: sentWebmentionRoutes,
  workers: sentWebmentionWorkers,
  on: sentWebmentionSubscriptions,
  accountDeletion: async (ctx, { memberId, deletesPosts }) => {
    if (deletesPosts) await scanLinksOfMember(ctx, memberId)
  },
})
