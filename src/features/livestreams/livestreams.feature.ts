import { feature } from '#kernel/feature.ts'
import { livestreamWorkers } from './broadcast-events.ts'
import { removeLivestreamsOf } from './broadcasts.store.ts'
import { browserBroadcastRoutes } from './browser-broadcasts.routes.ts'
import { calendarRoutes } from './calendars.routes.ts'
import { livestreamsArchive } from './livestreams-archive.store.ts'
import { livestreamsSitemap } from './livestreams-sitemap.store.ts'
import { livestreamRoutes } from './livestreams.routes.ts'
import { muxWebhookRoutes } from './mux-webhook.routes.ts'
import { recordingRoutes } from './recordings.routes.ts'

export const livestreamsFeature = feature('livestreams', {
  routes: [...livestreamRoutes, ...recordingRoutes, ...browserBroadcastRoutes, ...muxWebhookRoutes, ...calendarRoutes],
  workers: livestreamWorkers,
  accountDeletion: removeLivestreamsOf,
  archive: livestreamsArchive,
  sitemap: livestreamsSitemap,
  demo: async () => (await import('./livestreams.demo.ts')).livestreamsDemo,
})
