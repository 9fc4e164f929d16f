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
/** The tasks and schedules of one worker pool. */
export interface JobSet {
  tasks: Tasks
  schedules?: Schedule[]
  /** The number of concurrent jobs in this process. Default: 2 */
  concurrency?: number
}

export interface JobsOptions {
  /** A direct connection, because transaction poolers do not support LISTEN. */
  connection: PoolConfig
  sets: readonly JobSet[]
  log: Log
  /** Time limit for the queue's own statements. */
  statementLimitMs?: number
  heartbeatMs?: number
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
/** For each set, one connection listens. Another one shows that this process is alive, and two run the queue's own
 *  statements: jobs use the pool for requests, and opening connections makes starting slower. */
const maxConnections = (sets: readonly JobSet[]) => sets.length + 3
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

/** Starts a worker pool for each set. They continue after a database outage. */
export async function createJobs(options: JobsOptions): Promise<Jobs> {
  const { connection, log, sets } = options
  const { statementLimitMs = defaultStatementLimitMs, heartbeatMs = defaultHeartbeatMs } = options
  const { signal, stop } = stopSign()
  const pool = openPool(
    { ...connection, max: maxConnections(sets), statementLimitMs, isDirect: true },
    tellOfBroken(log, signal),
  )
  options.metrics?.watchPool('jobs', pool)
  const start = () => startWorkers(pool, { ...options, heartbeatMs })
  let workers: Workers | null = await start()
  const ended = keepWorking()
  let stopped: Promise<void> | null = null

  async function keepWorking() {
    while (!signal.aborted) {
      await workers?.ended.catch((err: unknown) => log.warn({ err }, 'jobs: the worker stopped'))
      workers?.endLife()
      await sleep(restartMs, undefined, { ref: false, signal }).catch(() => {})
      if (!signal.aborted) workers = await start().catch(() => null)
    }
    await workers?.stop()
    workers?.endLife()
  }

  async function stopWorking() {
    stop()
    await workers?.stop()
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

interface Workers {
  /** Settles when all have stopped, which they do as soon as one of them stops. */
  ended: Promise<unknown>
  stop: () => Promise<unknown>
  endLife: () => void
}

type WorkerOptions = JobsOptions & Required<Pick<JobsOptions, 'heartbeatMs'>>

async function startWorkers(pool: Pool, options: WorkerOptions): Promise<Workers> {
  const runners: Runner[] = []
  const poolIds: string[] = []
  let stopping: Promise<unknown> | undefined
  const stop = () => (stopping ??= Promise.allSettled(runners.map((one) => one.stop())))
  try {
    for (const set of options.sets) runners.push(await startRunner(pool, set, options, (id) => poolIds.push(id)))
    const ended = Promise.all(runners.map(({ promise }) => promise.finally(stop)))
    return { ended, stop, endLife: await showLife(pool, poolIds, () => void stop(), options.log) }
  } catch (reason) {
    await stop() // others would consider these pools dead
    throw reason
  }
}

function startRunner(
  pool: Pool,
  { tasks, schedules = [], concurrency = 2 }: JobSet,
  { log, heartbeatMs, metrics }: WorkerOptions,
  onPool: (id: string) => void,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:listen:success', ({ client }) => startHeartbeat(client, heartbeatMs))
  events.on('pool:create', ({ workerPool }) => onPool(workerPool.id))
  return run({
    pgPool: releaseOnce(pool),
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, observed(name, withJobLimit(task), metrics)]),
    ),
    parsedCronItems: parseCronItems(schedules.map(({ task, cron }) => ({ task, match: cron, identifier: task }))),
    concurrency,
    events,
    logger: loggerFor(log),
    noHandleSignals: true,
    // Batching is off, because a stopping worker would not wait for batched completions.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
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

/** Marks the worker pools as alive with a connection, and regularly checks for dead pools. Calls `onLost` if the
 *  connection breaks, because other processes then consider the pools dead. @returns a function that ends both */
async function showLife(pool: Pool, poolIds: string[], onLost: () => void, log: Log): Promise<() => void> {
  const client = await pool.connect()
  const look = () =>
    unlockJobsOfTheDead(client, poolIds).catch((err: unknown) =>
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
    for (const id of poolIds) await announcePool(client, id)
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
    if (message.includes('maxPoolSize')) return // recommends one connection per concurrent job
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
