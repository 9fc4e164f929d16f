import * as z from 'zod/mini'
import type { Schema } from './endpoint.contract.ts'
import type { Db } from './db.ts'
import type { Context } from './http.ts'
import { addJob, enqueue, type EnqueueOptions, type JobInSql } from './jobs.store.ts'
import type { JobSet } from './jobs.ts'
import type { SafeFetch } from './safe-fetch.ts'

interface Spec<P extends Schema> {
  /** Returns an imperative phrase for administrators: 'Send a webmention'. */
  summary: () => string
  /** The payload's schema; empty by default. */
  payload?: P
  /** Replaces a waiting job with the same key instead of adding a second one. With an empty key, only one job with this
   *  name can wait. */
  key?: (payload: z.input<P>) => string
  /** Jobs in the same queue run one at a time. */
  queue?: string | ((payload: z.input<P>) => string)
  /** Default: 25, spread over about three days. */
  maxAttempts?: number
  /** Cron pattern (UTC): runs at these times, once across all processes. */
  schedule?: string
  /** Calls other hosts, so the job runs in a separate worker where slow hosts do not delay other jobs. */
  callsOut?: boolean
}

/** Background work in the queue, implemented by `perform`. */
export interface Job<P extends Schema = Schema> extends Omit<Spec<P>, 'payload'> {
  /** `feature.verb`, as stored in the queue. */
  name: string
  payload: P
  /** Adds the job, which exists once `db`'s transaction commits. */
  enqueue: (db: Db, payload: z.input<P>, options?: Pick<EnqueueOptions, 'runAt' | 'delayMs'>) => Promise<unknown>
  /** Returns an SQL call that adds the job, for use within a statement. */
  inSql: (job: JobInSql) => ReturnType<typeof addJob>
}
/** A job with any payload, for code that does not enqueue it. */
export type JobFacts = Omit<Job, 'key' | 'queue' | 'enqueue'>

const NoPayload = z.object({})

/** Defines a job. */
export function job<P extends Schema = typeof NoPayload>(name: string, spec: Spec<P>): Job<P> {
  const { key, queue, maxAttempts } = spec
  return {
    ...spec,
    name,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the default of P
    payload: spec.payload ?? (NoPayload as unknown as P),
    enqueue: (db, payload, options) =>
      enqueue(db, name, payload, {
        ...options,
        ...(maxAttempts !== undefined && { maxAttempts }),
        ...(key && { key: `${name} ${key(payload)}`.trimEnd() }),
        ...(queue !== undefined && { queue: typeof queue === 'string' ? queue : queue(payload) }),
      }),
    inSql: (added) => addJob(name, added),
  }
}

/** Other processes may serve a cached copy of a page or feed for up to a second. */
const cachedMs = 2000

/** Delays a job until no process serves cached content or settings from before the change. */
export const afterCaches = { delayMs: cachedMs }

/** The context for jobs. Only jobs call other hosts, because requests must not wait for other hosts. */
export interface JobContext extends Context {
  fetch: SafeFetch
}

/** A job with its implementation. */
export interface Worker {
  job: JobFacts
  /** @throws ZodError for a payload that does not match the job's schema */
  run: (ctx: JobContext, payload: unknown) => Promise<void>
}

/** Implements a job. Jobs run at least once and are retried if `run` throws, so `run` must be safe to repeat. */
export const perform = <P extends Schema>(
  job: Job<P>,
  run: (ctx: JobContext, payload: z.output<P>) => Promise<unknown>,
): Worker => ({ job, run: async (ctx, payload) => void (await run(ctx, job.payload.parse(payload))) })

/** Returns the workers as tasks for the queue. */
export const jobSetOf = (workers: readonly Worker[], ctx: JobContext): JobSet => ({
  tasks: Object.fromEntries(workers.map(({ job, run }) => [job.name, (payload: unknown) => run(ctx, payload)])),
  schedules: workers.flatMap(({ job: { name, schedule } }) => (schedule ? [{ task: name, cron: schedule }] : [])),
})
