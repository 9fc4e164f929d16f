import { AppError, found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { getJobs, removeJob, retryFailedJobs, retryJob } from './jobs.contract.ts'
import { deleteJob, listJobs, rescheduleJob, retryFailed, type JobChange } from './jobs.store.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    /** The summaries of jobs by name. */
    jobSummaries: ReadonlyMap<string, string>
  }
}

export const jobRoutes = [
  implement(getJobs, async ({ query, ctx }) => {
    const { jobs, tasks, ...page } = await listJobs(ctx.db, query)
    const described = <Item extends { task: string }>(item: Item) => ({
      ...item,
      summary: ctx.jobSummaries.get(item.task) ?? item.task,
    })
    return { jobs: jobs.map(described), tasks: tasks.map(described), ...page }
  }),
  implement(retryFailedJobs, async ({ body, ctx }) => ({ retried: await retryFailed(ctx.db, body.task) })),
  implement(retryJob, async ({ params, ctx }) => {
    assertChanged(await rescheduleJob(ctx.db, params.id))
    return { retried: 1 }
  }),
  implement(removeJob, async ({ params, ctx }) => {
    assertChanged(await deleteJob(ctx.db, params.id))
    return null
  }),
]

function assertChanged(change: JobChange): void {
  found(change === 'unknown' ? null : change, 'Job')
  if (change === 'running') throw new AppError('conflict', 'This job is running.')
}
