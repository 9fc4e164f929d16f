import type { ClientBase } from 'pg'
import { type Db, run } from './db.ts'

export interface EnqueueOptions {
  runAt?: Date
  /** Tries before the job is given up; 25 by default, spread over about three days. */
  maxAttempts?: number
  /** A waiting job with this key is replaced instead of joined by a second one. */
  key?: string
}

/** Adds a job. Inside a transaction it exists when that commits, and not at all when it rolls back. */
export const enqueue = (db: Db, task: string, payload: unknown = {}, options: EnqueueOptions = {}) =>
  run(db)`select from graphile_worker.add_job(${task}::text, payload => ${JSON.stringify(payload)}::json,
    run_at => ${options.runAt ?? null}::timestamptz, max_attempts => ${options.maxAttempts ?? null}::int,
    job_key => ${options.key ?? null}::text)`

// The first key of the advisory locks by which a pool of workers shows that its process lives.
const lifeLocks = 0x6a6f6273

/** Says on this connection, until it ends, that the worker pool is alive. */
export const announceLife = (client: ClientBase, poolId: string) =>
  client.query('select pg_advisory_lock($1, hashtext($2))', [lifeLocks, poolId])

/** Frees the jobs of worker pools whose process has died; without this they stay locked for four hours. */
export const unlockJobsOfTheDead = (client: ClientBase, ownPoolId: string) =>
  client.query(
    `select graphile_worker.force_unlock_workers(array_agg(id)) from (
       select locked_by as id from graphile_worker._private_jobs where locked_by <> $2
       union select locked_by from graphile_worker._private_job_queues where locked_by <> $2
     ) as holders where pg_try_advisory_xact_lock($1, hashtext(id)) having count(*) > 0`,
    [lifeLocks, ownPoolId],
  )
