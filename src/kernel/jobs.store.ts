import type { ClientBase } from 'pg'
import type { RawBuilder } from 'kysely'
import { type Db, run, sql } from './db.ts'

export interface EnqueueOptions {
  runAt?: Date
  /** Tries before the job is given up; 25 by default, spread over about three days. */
  maxAttempts?: number
  /** A waiting job with this key is replaced instead of joined by a second one. */
  key?: string
  /** Jobs of one queue run one after the other: those that wait for hosts elsewhere leave workers to the others. */
  queue?: string
}

/** Adds a job. Inside a transaction it exists when that commits, and not at all when it rolls back. */
export const enqueue = (db: Db, task: string, payload: unknown = {}, options: EnqueueOptions = {}) =>
  run(db)`select from ${addJob(task, { ...options, payload: sql`${JSON.stringify(payload)}::json` })}`

/** The job that `enqueue` adds, as a call inside a statement that knows what it is about. */
export const addJob = (task: string, { payload, runAt, maxAttempts, key, queue }: JobInSql) =>
  sql`graphile_worker.add_job(${task}::text, payload => ${payload}, run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${maxAttempts ?? null}::int, job_key => (${key ?? null})::text, queue_name => (${queue ?? null})::text)`

type Sql = RawBuilder<unknown>
export interface JobInSql extends Omit<EnqueueOptions, 'key' | 'queue'> {
  payload: Sql
  key?: string | Sql
  queue?: string | Sql
}

// The first key of the advisory locks by which a pool of workers shows that its process lives.
const lifeLocks = 0x6a6f6273

/** Says on this connection, until it ends, that the worker pool is alive. */
export const announcePool = (client: ClientBase, poolId: string) =>
  client.query('select pg_advisory_lock($1, hashtext($2))', [lifeLocks, poolId])

const endedMeanwhile = 'The process ended while it did this job.'

/** Frees the jobs of worker pools whose process has died; without this they stay locked for four hours. The death counts as
 *  a try, or a job that kills its process would do so for ever: the first is made up for at once, later ones later. */
export const unlockJobsOfTheDead = (client: ClientBase, ownPoolId: string) =>
  client.query(
    `with dead as materialized (
       select id from (
         select locked_by as id from graphile_worker._private_jobs where locked_by <> $2
         union select locked_by from graphile_worker._private_job_queues where locked_by <> $2
       ) as holders where pg_try_advisory_xact_lock($1, hashtext(id))),
     jobs as (
       update graphile_worker._private_jobs set locked_at = null, locked_by = null, last_error = $3,
         run_at = greatest(now(), run_at) + (exp(least(attempts, 10)) - exp(1)) * interval '1 second'
       where locked_by in (select id from dead))
     update graphile_worker._private_job_queues set locked_at = null, locked_by = null
     where locked_by in (select id from dead)`,
    [lifeLocks, ownPoolId, endedMeanwhile],
  )
