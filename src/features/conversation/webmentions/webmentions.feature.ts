import { feature } from '#kernel/feature.ts'
import { blueskyProfileRoutes } from './bluesky-profiles.routes.ts'
import { blueskyWorkers, createBlueskyProfiles } from './bluesky-profiles.ts'
import { webmentionEndpointRoutes } from './endpoint.routes.ts'
import { webmentionWorkers } from './webmention-jobs.ts'
import { webmentionQueueRoutes } from './webmention-queue.routes.ts'
import { webmentionRoutes } from './webmentions.routes.ts'
import { removeWebmentionsOf } from './webmentions.store.ts'
import { createSourceReader } from './source-reader.ts'
import { Webmention } from './webmentions.contract.ts'

export const webmentionsFeature = feature('webmentions', {
  services: (base) => ({
    sourceReader: createSourceReader(),
    blueskyProfiles: createBlueskyProfiles(base),
  }),
  close: ({ sourceReader }) => sourceReader.close(),
  routes: [...webmentionRoutes, ...webmentionQueueRoutes, ...blueskyProfileRoutes, ...webmentionEndpointRoutes],
  schemas: { Webmention },
  workers: [...webmentionWorkers, ...blueskyWorkers],
  accountDeletion: ({ db }, { memberId }) => removeWebmentionsOf(db, memberId),
  notInArchive: { webmentions: 'are written by other people on other sites' },
  demo: async () => (await import('./webmentions.demo.ts')).webmentionsDemo,
})
