import { AppError, found } from '#kernel/errors.ts'
import { asAdmin, route } from '#kernel/http.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { jobPath, JobQuery, jobsPath, RetryFailed, retryFailedPath, retryPath } from './jobs.contract.ts'
import { listJobs, removeJob, retryFailed, retryJob, type Wish } from './jobs.store.ts'

/** What is done in the background, for administrators. */
export const jobRoutes = [
  route(
    'GET',
    jobsPath,
    asAdmin(({ query, ctx }) => listJobs(ctx.db, JobQuery.parse(query))),
  ),
  route(
    'POST',
    retryFailedPath,
    asAdmin(async ({ body, ctx }) => {
      const { task } = RetryFailed.parse(await body())
      return { retried: await retryFailed(ctx.db, task) }
    }),
  ),
  route(
    'POST',
    retryPath(':id'),
    asAdmin(async ({ params, ctx }) => {
      granted(await retryJob(ctx.db, IdText.parse(params.id)))
      return { retried: 1 }
    }),
  ),
  route(
    'DELETE',
    jobPath(':id'),
    asAdmin(async ({ params, ctx }) => {
      granted(await removeJob(ctx.db, IdText.parse(params.id)))
      return null
    }),
  ),
]

function granted(wish: Wish): void {
  found(wish === 'unknown' ? null : wish, 'Job')
  if (wish === 'running') throw new AppError('conflict', 'This job is being done right now.')
}
