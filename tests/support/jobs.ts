import { type JobContext, jobSetOf, type Worker } from '#kernel/job.ts'

/** Returns the workers' job handlers, by job name. @param slots the parts of the context that the workers use; none for
 *  a provider's own jobs */
export const tasksOf = (workers: readonly Worker[], slots: Partial<JobContext> = {}) =>
  jobSetOf(workers, slots as JobContext).tasks
