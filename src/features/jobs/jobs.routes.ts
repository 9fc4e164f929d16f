import { AppError, found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { getJobs, removeJob, retryFailedJobs, retryJob } from './jobs.contract.ts'
import { deleteJob, listJobs, rescheduleJob, retryFailed, type Wish } from './jobs.store.ts'

/** What is done in the background, for administrators. */
export const jobRoutes = [
  implement(getJobs, ({ query, ctx }) => listJobs(ctx.db, query)),
  implement(retryFailedJobs, async ({ body, ctx }) => ({ retried: await retryFailed(ctx.db, body.task) })),
  implement(retryJob, async ({ params, ctx }) => {
    granted(await rescheduleJob(ctx.db, params.id))
    return { retried: 1 }
  }),
  implement(removeJob, async ({ params, ctx }) => {
    granted(await deleteJob(ctx.db, params.id))
    return null
  }),
]

function granted(wish: Wish): void {
  found(wish === 'unknown' ? null : wish, 'Job')
  if (wish === 'running') throw new AppError('conflict', 'This job is being done right now.')
}
