import { type JobContext, jobSetOf, type Worker } from '#kernel/job.ts'

/** Returns what the workers do, by the name of the job.
 *  @param slots what they use of the context; none for a provider's own jobs */
export const tasksOf = (workers: readonly Worker[], slots: Partial<JobContext> = {}) =>
  jobSetOf(workers, slots as JobContext).tasks
