import { type JobContext, jobSetOf, type Worker } from '#kernel/job.ts'

/** Returns the job handlers of the workers, by job name.
 *  @param slots the parts of the context that they use; none for a provider's own jobs */
export const tasksOf = (workers: readonly Worker[], slots: Partial<JobContext> = {}) =>
  jobSetOf(workers, slots as JobContext).tasks
