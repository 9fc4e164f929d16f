import { feature } from '#kernel/feature.ts'
import { job, perform } from '#kernel/job.ts'
import { removeBlocksOf } from './comment-blocks.store.ts'
import { commentQueueRoutes } from './comment-queue.routes.ts'
import { sweepComments } from './comment-queue.store.ts'
import { commentsArchive } from './comments-archive.store.ts'
import { commentRoutes } from './comments.routes.ts'

const sweep = job('comments.sweep', { summary: 'Delete old spam', schedule: '47 3 * * *' })

export const commentsFeature = feature('comments', {
  routes: [...commentRoutes, ...commentQueueRoutes],
  workers: [perform(sweep, ({ db, clock }) => sweepComments(db, clock.now()))],
  accountDeletion: removeBlocksOf,
  archive: commentsArchive,
  demo: async () => (await import('./comments.demo.ts')).commentsDemo,
})
