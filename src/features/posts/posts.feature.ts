import { feature } from '#kernel/feature.ts'
import { job, perform } from '#kernel/job.ts'
import { removePostKeysOf, sweepPostKeys } from './post-keys.store.ts'
import { renderingWorkers } from './post-renderings.ts'
import { postsSitemap } from './posts-sitemap.store.ts'
import { postRoutes } from './posts.routes.ts'

const sweep = job('post-keys.sweep', { summary: 'Delete old idempotency keys of posts', schedule: '37 * * * *' })

export const postsFeature = feature('posts', {
  routes: postRoutes,
  workers: [...renderingWorkers, perform(sweep, ({ db, clock }) => sweepPostKeys(db, clock.now()))],
  accountDeletion: removePostKeysOf,
  notInArchive: { post_keys: 'are idempotency keys, stored for a week' },
  sitemap: postsSitemap,
  demo: async () => (await import('./posts.demo.ts')).postsDemo,
})
