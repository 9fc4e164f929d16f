import { feature } from '#kernel/feature.ts'
import { blueskyProfileRoutes } from './bluesky-profiles.routes.ts'
import { blueskyWorkers } from './bluesky-profiles.ts'
import { webmentionEndpointRoutes } from './endpoint.routes.ts'
import { webmentionWorkers } from './webmention-jobs.ts'
import { webmentionQueueRoutes } from './webmention-queue.routes.ts'
import { webmentionRoutes } from './webmentions.routes.ts'
import { removeWebmentionsOf } from './webmentions.store.ts'

export const webmentionsFeature = feature('webmentions', {
  routes: [...webmentionRoutes, ...webmentionQueueRoutes, ...blueskyProfileRoutes, ...webmentionEndpointRoutes],
  workers: [...webmentionWorkers, ...blueskyWorkers],
  accountDeletion: removeWebmentionsOf,
  notInArchive: { webmentions: 'are written by others, elsewhere' },
  demo: async () => (await import('./webmentions.demo.ts')).webmentionsDemo,
})
