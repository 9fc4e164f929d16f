import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'

/** `failed`: gave up after the last attempt. `retrying`: failed and will be retried later. */
export const jobStates = ['failed', 'retrying', 'running', 'waiting'] as const
export type JobState = (typeof jobStates)[number]
const State = z.enum(jobStates, 'state must be failed, retrying, running, or waiting')

/** A background job, without its payload, which may contain an email or a key. */
export const Job = z.object({
  id: Id,
  /** The identifier in the queue: `webmentions.verify`. */
  task: z.string(),
  /** The summary of the task, such as 'Verify a webmention'; its identifier if the task no longer exists. */
  summary: z.string(),
  state: State,
  /** The post, member, or host that the job is about, if known. */
  subject: z.object({
    postId: z.nullable(z.int()),
    username: z.nullable(z.string()),
    host: z.nullable(z.string()),
  }),
  tries: z.int().check(z.gte(0)),
  maxTries: z.int().check(z.gte(1)),
  /** The error from the last attempt. */
  lastError: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** When the last attempt started; null before the first one. */
  triedAt: z.nullable(z.iso.datetime()),
  /** The earliest time for the next attempt; null for running and failed jobs. */
  nextTryAt: z.nullable(z.iso.datetime()),
})
export type Job = z.infer<typeof Job>

/** The number of a task's jobs in each state. */
const TaskCounts = z.object({ task: z.string(), summary: z.string(), counts: z.record(State, z.int()) })
export type TaskCounts = z.infer<typeof TaskCounts>

/** A page of jobs in one state. `tasks`: the counts for all jobs, regardless of the query. */
export const JobList = z.object({ jobs: z.array(Job), tasks: z.array(TaskCounts), ...pageFields })
export type JobList = z.infer<typeof JobList>

const jobsPerPage = 20
const Task = z.string().check(z.minLength(1), z.maxLength(128))
export const JobQuery = z.extend(PageQuery, {
  limit: z._default(PageQuery.shape.limit, jobsPerPage),
  state: z._default(State, 'failed'),
  task: z.optional(Task),
})
export type JobQuery = z.infer<typeof JobQuery>

/** Failed jobs of one task. Default: all. */
const RetryFailed = z.object({ task: z.optional(Task) })
const Retried = z.object({ retried: z.int().check(z.gte(0)) })

const ofJob = { access: 'admin', params: { id: IdText } } as const

export const getJobs = endpoint('GET /api/admin/jobs', {
  summary: 'List background jobs',
  access: 'admin',
  query: JobQuery,
  answer: JobList,
})
export const retryFailedJobs = endpoint('POST /api/admin/jobs/retry-failed', {
  summary: 'Retry failed jobs',
  access: 'admin',
  body: RetryFailed,
  answer: Retried,
})
export const retryJob = endpoint('POST /api/admin/jobs/:id/retry', {
  summary: 'Retry a job',
  ...ofJob,
  answer: Retried,
})
export const removeJob = endpoint('DELETE /api/admin/jobs/:id', { summary: 'Remove a job', ...ofJob, answer: z.null() })

/** Returns the number of jobs in the state, for one task or for all tasks. */
export const countOf = (tasks: Pick<TaskCounts, 'task' | 'counts'>[], state: JobState, task?: string): number =>
  tasks.filter((one) => !task || one.task === task).reduce((sum, { counts }) => sum + counts[state], 0)
