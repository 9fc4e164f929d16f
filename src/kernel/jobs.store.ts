import type { ClientBase } from 'pg'
import type { RawBuilder } from 'kysely'
import { type Db, run, sql } from './db.ts'
import { currentTrace } from './trace.ts'

export interface EnqueueOptions {
  runAt?: Date
  /** Runs the job after this delay instead, according to the database's clock: this machine's clock may be wrong. */
  delayMs?: number
  /** Maximum number of attempts. Default: 25, spread over about three days. */
  maxAttempts?: number
  /** Replaces a waiting job with the same key instead of adding a second one. */
  key?: string
  /** Jobs in the same queue run one at a time, so that jobs waiting for other hosts do not occupy all workers. */
  queue?: string
}

/** Adds a job. In a transaction, the job exists once the transaction commits. */
export const enqueue = (db: Db, task: string, payload: unknown = {}, options: EnqueueOptions = {}) =>
  run(db)`select from ${addJob(task, { ...options, payload: sql`${JSON.stringify(payload)}::json` })}`

/** The field that is added to payloads, with the id of the request that added the job. */
export const requestIdField = '_requestId'

/** Returns an SQL call that adds the job, for use within a statement. */
export const addJob = (task: string, { payload, runAt, delayMs, maxAttempts, key, queue }: JobInSql) =>
  sql`graphile_worker.add_job(${task}::text, payload => ${withRequestId(payload)},
    run_at => coalesce(${runAt ?? null}::timestamptz, now() + ${delayMs ?? null}::float8 * interval '1 ms'),
    max_attempts => ${maxAttempts ?? null}::int, job_key => (${key ?? null})::text, queue_name => (${queue ?? null})::text)`

function withRequestId(payload: Sql): Sql {
  const requestId = currentTrace()?.requestId
  return requestId === undefined
    ? payload
    : sql`(${payload}::jsonb || jsonb_build_object(${sql.lit(requestIdField)}, ${requestId}::text))::json`
}

type Sql = RawBuilder<unknown>
export interface JobInSql extends Omit<EnqueueOptions, 'key' | 'queue'> {
  payload: Sql
  key?: string | Sql
  queue?: string | Sql
}

// The first key of the advisory locks that show that a worker pool's process is alive.
const lifeLocks = 0x6a6f6273

/** Marks the worker pool as alive until this connection ends. */
export const announcePool = (client: ClientBase, poolId: string) =>
  client.query('select pg_advisory_lock($1, hashtext($2))', [lifeLocks, poolId])

const endedMeanwhile = 'The process ended while it was running this job.'

/** Unlocks the jobs of worker pools whose process has died; otherwise, they would stay locked for four hours. The death
 *  counts as an attempt, so that a job that kills its process eventually fails permanently. The first retry is
 *  immediate; later retries are delayed. */
export const unlockJobsOfTheDead = (client: ClientBase, ownPoolIds: string[]) =>
  client.query(
    `with dead as materialized (
       select id from (
         select locked_by as id from graphile_worker._private_jobs where locked_by <> all ($2)
         union select locked_by from graphile_worker._private_job_queues where locked_by <> all ($2)
       ) as holders where pg_try_advisory_xact_lock($1, hashtext(id))),
     jobs as (
       update graphile_worker._private_jobs set locked_at = null, locked_by = null, last_error = $3,
         run_at = greatest(now(), run_at) + (exp(least(attempts, 10)) - exp(1)) * interval '1 second'
       where locked_by in (select id from dead))
     update graphile_worker._private_job_queues set locked_at = null, locked_by = null
     where locked_by in (select id from dead)`,
    [lifeLocks, ownPoolIds, endedMeanwhile],
  )
