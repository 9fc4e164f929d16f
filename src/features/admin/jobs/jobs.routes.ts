import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { getJobs, removeJob, retryFailedJobs, retryJob } from './jobs.contract.ts'
import { deleteJob, listJobs, rescheduleJob, retryFailed, type JobChange } from './jobs.store.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    /** Job summaries by job name. */
    jobSummaries: ReadonlyMap<string, () => string>
  }
}

export const jobRoutes = [
  implement(getJobs, async ({ query, ctx }) => {
    const { jobs, tasks, ...page } = await listJobs(ctx.db, query)
    const described = <Item extends { task: string }>(item: Item) => ({
      ...item,
      summary: ctx.jobSummaries.get(item.task)?.() ?? item.task,
    })
    return { jobs: jobs.map(described), tasks: tasks.map(described), ...page }
  }),
  implement(retryFailedJobs, async ({ body, member, ctx }) =>
    inTransaction(ctx.db, async (db) => {
      const retried = await retryFailed(db, body.task)
      const details = { jobs: retried, task: body.task ?? null }
      if (retried > 0) await audit(db, { action: 'job.retried', actor: member.id, details })
      return { retried }
    }),
  ),
  implement(retryJob, async ({ params, member, ctx }) => {
    await inTransaction(ctx.db, async (db) => {
      assertChanged(await rescheduleJob(db, params.id))
      await audit(db, { action: 'job.retried', actor: member.id, target: `job ${params.id}` })
    })
    return { retried: 1 }
  }),
  implement(removeJob, async ({ params, member, ctx }) => {
    await inTransaction(ctx.db, async (db) => {
      assertChanged(await deleteJob(db, params.id))
      await audit(db, { action: 'job.deleted', actor: member.id, target: `job ${params.id}` })
    })
    return null
  }),
]

function assertChanged(change: JobChange): void {
  found(change === 'unknown' ? null : change, 'Job')
  if (change === 'running') throw new AppError('conflict', t('This job is running.'))
}
