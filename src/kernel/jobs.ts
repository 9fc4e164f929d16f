import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type Runner,
  type WorkerEvents,
} from 'graphile-worker'
import type { Pool, PoolConfig } from 'pg'
import { defaultHeartbeatMs, startHeartbeat } from './heartbeat.ts'
import { announcePool, requestIdField, unlockJobsOfTheDead } from './jobs.store.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { openPool } from './pool.ts'
import { releaseOnce } from './release-once.ts'
import { defaultStatementLimitMs, withStatementLimit } from './statement-limit.ts'
import { withTrace } from './trace.ts'

/** Runs one job. The job is retried if this throws, so it must be safe to run twice. */
export type Task = (payload: unknown) => Promise<void>
type Tasks = Record<string, Task>
/** Runs the task at the minutes that match the cron pattern (UTC), once across all processes. */
interface Schedule {
  task: string
  cron: string
}
/** A worker pool's tasks and schedules. */
export interface JobSet {
  tasks: Tasks
  schedules?: Schedule[]
}

export interface JobsOptions {
  /** A direct connection, because transaction poolers do not support LISTEN. */
  connection: PoolConfig
  sets: JobSet[]
  log: Log
  /** The number of concurrent jobs in this process. */
  concurrency?: number
  /** The number of database connections, which running jobs share. */
  maxConnections?: number
  /** Time limit for the queue's own statements. */
  statementLimitMs?: number
  heartbeatMs?: number
  /** The connection pool's name in metrics. Default: jobs. */
  poolName?: string
  metrics?: Pick<Metrics, 'watchPool' | 'jobEnded'>
}
export interface Jobs {
  /** Accepts no further jobs and waits up to five seconds for running jobs. */
  stop(): Promise<void>
}

/** Delay before the second check for dead pools, soon after startup, because a dying process may still acquire a
 *  lock. */
const firstLookMs = 1000
const longestLookMs = 30_000
const restartMs = 2000
/** Time limit for statements in jobs. */
const jobStatementLimitMs = 300_000

/** Creates or updates the queue's tables. `enqueue` needs these tables; `createJobs` calls this itself. */
export async function migrateJobs(connection: PoolConfig, log: Log): Promise<void> {
  const pool = openPool({ ...connection, max: 1, statementLimitMs: Infinity }, tellOfBroken(log))
  try {
    await runMigrations({ pgPool: pool, logger: loggerFor(log) })
  } finally {
    await pool.end()
  }
}

/** Starts a worker pool, which continues after a database outage. */
export async function createJobs(options: JobsOptions): Promise<Jobs> {
  const { connection, log, concurrency = 2, maxConnections = concurrency + 3 } = options
  const { statementLimitMs = defaultStatementLimitMs, heartbeatMs = defaultHeartbeatMs } = options
  const { signal, stop } = stopSign()
  const pool = openPool(
    { ...connection, max: maxConnections, statementLimitMs, isDirect: true },
    tellOfBroken(log, signal),
  )
  options.metrics?.watchPool(options.poolName ?? 'jobs', pool)
  const start = () => startWorker(pool, { ...options, concurrency, heartbeatMs })
  let worker: Worker | null = await start()
  const ended = keepWorking()
  let stopped: Promise<void> | null = null

  async function keepWorking() {
    while (!signal.aborted) {
      await worker?.runner.promise.catch((err: unknown) => log.warn({ err }, 'jobs: the worker stopped'))
      worker?.endLife()
      await sleep(restartMs, undefined, { ref: false, signal }).catch(() => {})
      if (!signal.aborted) worker = await start().catch(() => null)
    }
    await worker?.runner.stop().catch(() => {})
    worker?.endLife()
  }

  async function stopWorking() {
    stop()
    await worker?.runner.stop().catch(() => {})
    await ended
    await pool.end()
  }

  return { stop: () => (stopped ??= stopWorking()) }
}

const tellOfBroken =
  (log: Log, stopped?: AbortSignal) =>
  ({ message }: Error) =>
    stopped?.aborted || log.warn({ reason: message }, 'jobs: lost a database connection')

function stopSign() {
  const controller = new AbortController()
  return { signal: controller.signal, stop: () => controller.abort() }
}

interface Worker {
  runner: Runner
  endLife: () => void
}

type WorkerOptions = JobsOptions & Required<Pick<JobsOptions, 'concurrency' | 'heartbeatMs'>>

async function startWorker(pool: Pool, options: WorkerOptions): Promise<Worker> {
  const { sets, log, concurrency, heartbeatMs, metrics } = options
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:listen:success', ({ client }) => startHeartbeat(client, heartbeatMs))
  let poolId = ''
  events.on('pool:create', ({ workerPool }) => (poolId = workerPool.id))
  const tasks = sets.flatMap((set) => Object.entries(set.tasks))
  const taskList = Object.fromEntries(tasks.map(([name, task]) => [name, observed(name, withJobLimit(task), metrics)]))
  const schedules = sets.flatMap((set) => set.schedules ?? [])
  const runner: Runner = await run({
    pgPool: releaseOnce(pool),
    taskList,
    parsedCronItems: parseCronItems(schedules.map(({ task, cron }) => ({ task, match: cron, identifier: task }))),
    concurrency,
    events,
    logger: loggerFor(log),
    noHandleSignals: true,
    // Batching is off, because a stopping worker would not wait for batched completions.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  const stop = () => runner.stop().catch(() => {})
  try {
    return { runner, endLife: await showLife(pool, poolId, () => void stop(), log) }
  } catch (reason) {
    await stop() // others would consider this pool dead
    throw reason
  }
}

const withJobLimit =
  (task: Task): Task =>
  (payload) =>
    withStatementLimit(jobStatementLimitMs, () => task(payload))

/** Runs the task in its job's trace and records metrics for it. */
const observed =
  (name: string, task: Task, metrics: JobsOptions['metrics']) =>
  async (given: unknown, { job }: Pick<JobHelpers, 'job'>): Promise<void> => {
    const { requestId, payload } = separated(given)
    const startedMs = performance.now()
    const ended = (result: 'success' | 'failure') =>
      metrics?.jobEnded(name, result, (performance.now() - startedMs) / 1000)
    try {
      await withTrace({ requestId, job: job.id, task: name }, () => task(payload))
      ended('success')
    } catch (reason) {
      ended('failure')
      throw reason
    }
  }

/** Separates the payload from the id of the request that added the job. */
function separated(given: unknown): { requestId: string | undefined; payload: unknown } {
  if (typeof given !== 'object' || given === null || !(requestIdField in given))
    return { requestId: undefined, payload: given }
  const { [requestIdField]: requestId, ...payload } = given
  return { requestId: String(requestId), payload }
}

/** Marks the pool as alive with a connection, and regularly checks for dead pools. Calls `onLost` if the connection
 *  breaks, because other processes then consider the pool dead. @returns a function that ends both */
async function showLife(pool: Pool, poolId: string, onLost: () => void, log: Log): Promise<() => void> {
  const client = await pool.connect()
  const look = () =>
    unlockJobsOfTheDead(client, poolId).catch((err: unknown) =>
      log.debug({ err }, 'jobs: failed to check for dead pools'),
    )
  let timer: NodeJS.Timeout | undefined
  let ended = false
  async function keepLooking(pauseMs: number) {
    await look()
    const next = Math.min(pauseMs * 2, longestLookMs)
    if (!ended) timer = setTimeout(() => void keepLooking(next), pauseMs).unref()
  }
  client.once('end', () => ended || onLost())
  try {
    await announcePool(client, poolId)
  } catch (reason) {
    endLife()
    throw reason
  }
  await keepLooking(firstLookMs)
  return endLife

  function endLife() {
    if (ended) return
    ended = true
    clearTimeout(timer)
    client.release(true)
  }
}

const loggerFor = (log: Log) =>
  new Logger((scope) => (level, message, { job }) => {
    const fields = isJob(job) ? fieldsOf(job) : { job: scope.jobId, task: scope.taskIdentifier }
    if (level === 'error' || level === 'warning') log.warn(fields, message)
    else log.debug(fields, message)
  })

const isJob = (value: unknown): value is JobHelpers['job'] =>
  typeof value === 'object' && value !== null && 'task_identifier' in value

const fieldsOf = ({ id, task_identifier: task, payload }: JobHelpers['job']) => ({
  requestId: separated(payload).requestId,
  job: id,
  task,
})
