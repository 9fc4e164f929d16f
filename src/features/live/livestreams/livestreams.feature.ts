import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { chatMessageAdded } from '#features/live/chat/chat.events.ts'
import { memberSuspended, publishingRevoked } from '#features/people/profiles/members.events.ts'
import { enqueueReconciliation, followBroadcasts, livestreamWorkers } from './broadcast-events.ts'
import { raiseMaxViewers, removeLivestreamsOf, stopLivestreamsOf } from './broadcasts.store.ts'
import { browserBroadcastRoutes } from './browser-broadcasts.routes.ts'
import { calendarRoutes } from './calendars.routes.ts'
import { livestreamEventRoutes } from './livestream-events.routes.ts'
import { livestreamsArchive } from './livestreams-archive.store.ts'
import { livestreamsSitemap } from './livestreams-sitemap.store.ts'
import { livestreamRoutes } from './livestreams.routes.ts'
import { livestreamGauges } from './livestream-gauges.ts'
import { muxWebhookRoutes } from './mux-webhook.routes.ts'
import { recordingRoutes } from './recordings.routes.ts'
import { Livestream, OwnLivestream } from './livestreams.contract.ts'
import { streamKeySecrets } from './stream-keys.ts'
import { BroadcastReport } from '#providers/streaming/streaming.contract.ts'
import { Recording } from './recordings.contract.ts'

export const livestreamsFeature = feature('livestreams', {
  section: 'live',
  start: async (ctx) => {
    followBroadcasts(ctx)
    await enqueueReconciliation(ctx)
  },
  routes: [
    ...livestreamRoutes,
    ...livestreamEventRoutes,
    ...recordingRoutes,
    ...browserBroadcastRoutes,
    ...muxWebhookRoutes,
    ...calendarRoutes,
  ],
  gauges: livestreamGauges,
  schemas: { BroadcastReport, Livestream, OwnLivestream, Recording },
  workers: livestreamWorkers,
  accountDeletion: ({ db }, { memberId }) => removeLivestreamsOf(db, memberId),
  archive: livestreamsArchive,
  sitemap: livestreamsSitemap,
  secrets: [streamKeySecrets],
  demo: async () => (await import('./livestreams.demo.ts')).livestreamsDemo,
  on: [
    on(memberSuspended, ({ db }, { memberId }) => stopLivestreamsOf(db, memberId)),
    on(publishingRevoked, ({ db }, { memberId }) => stopLivestreamsOf(db, memberId)),
    on(chatMessageAdded, ({ db }, { livestreamId }) => raiseMaxViewers(db, livestreamId)),
  ],
})
