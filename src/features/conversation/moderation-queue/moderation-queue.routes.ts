import { implement } from '#kernel/implement.ts'
import { getModerationQueue } from './moderation-queue.contract.ts'
import { listQueue, pendingCount } from './moderation-queue.store.ts'
import { getPendingCount } from './pending-count.contract.ts'

/** Members moderate comments and mentions on their own posts; administrators and moderators moderate all of them.
 *  Source: docs/product.md, Moderation. */
export const moderationQueueRoutes = [
  implement(getPendingCount, async ({ member, ctx }) => ({ count: await pendingCount(ctx.db, member) })),
  implement(getModerationQueue, ({ query, member, ctx }) => listQueue(ctx.db, member, query)),
]
