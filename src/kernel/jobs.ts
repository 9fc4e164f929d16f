import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, run, runMigrations, type Runner, type WorkerEvents } from 'graphile-worker'
import type { Pool, PoolConfig } from 'pg'
import { defaultHeartbeatMs, startHeartbeat } from './heartbeat.ts'
import { announcePool, unlockJobsOfTheDead } from './jobs.store.ts'
import type { Log } from './log.ts'
import { openPool } from './pool.ts'
import { releaseOnce } from './release-once.ts'
import { defaultStatementLimitMs, withStatementLimit } from './statement-limit.ts'

/** Does one job. A throw is tried again later; so a task must do no harm when it runs twice. */
export type Task = (payload: unknown) => Promise<void>
type Tasks = Record<string, Task>
/** Runs the task at the minutes of the cron pattern (UTC), once among all processes. */
interface Schedule {
  task: string
  cron: string
}
/** What a part of the program wants done in the background. */
export interface JobSet {
  tasks: Tasks
  schedules?: Schedule[]
}

export interface JobsOptions {
  /** A direct connection: jobs LISTEN, which a transaction pooler does not pass on. */
  connection: PoolConfig
  sets: JobSet[]
  log: Log
  /** Jobs done at once in this process. */
  concurrency?: number
  /** Connections to the database, shared by the jobs that run. */
  maxConnections?: number
  /** Time limit for statements of the queue itself. */
  statementLimitMs?: number
  heartbeatMs?: number
}
export interface Jobs {
  /** Takes no further job and waits up to five seconds for those that run. */
  stop(): Promise<void>
}

/** How soon the dead are looked for again: soon after the start, since their last words may still be on their way. */
const firstLookMs = 1000
const longestLookMs = 30_000
const restartMs = 2000
/** Time limit for statements of jobs. */
const jobStatementLimitMs = 300_000

/** Makes or updates the tables of the queue. `enqueue` needs them; `createJobs` calls this itself. */
export async function migrateJobs(connection: PoolConfig, log: Log): Promise<void> {
  const pool = openPool({ ...connection, max: 1, statementLimitMs: Infinity }, tellOfBroken(log))
  try {
    await runMigrations({ pgPool: pool, logger: loggerFor(log) })
  } finally {
    await pool.end()
  }
}

/** Starts to work on the queue, and goes on after an outage of the database. */
export async function createJobs(options: JobsOptions): Promise<Jobs> {
  const { connection, log, concurrency = 2, maxConnections = concurrency + 3 } = options
  const { statementLimitMs = defaultStatementLimitMs, heartbeatMs = defaultHeartbeatMs } = options
  const { signal, stop } = stopSign()
  const pool = openPool(
    { ...connection, max: maxConnections, statementLimitMs, isDirect: true },
    tellOfBroken(log, signal),
  )
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
    stopped?.aborted || log.warn({ reason: message }, 'jobs: a database connection broke')

function stopSign() {
  const controller = new AbortController()
  return { signal: controller.signal, stop: () => controller.abort() }
}

interface Worker {
  runner: Runner
  endLife: () => void
}

type WorkerOptions = JobsOptions & Required<Pick<JobsOptions, 'concurrency' | 'heartbeatMs'>>

async function startWorker(pool: Pool, { sets, log, concurrency, heartbeatMs }: WorkerOptions): Promise<Worker> {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:listen:success', ({ client }) => startHeartbeat(client, heartbeatMs))
  let poolId = ''
  events.on('pool:create', ({ workerPool }) => (poolId = workerPool.id))
  const tasks = sets.flatMap((set) => Object.entries(set.tasks))
  const taskList: Tasks = Object.fromEntries(tasks.map(([name, task]) => [name, withJobLimit(task)]))
  const schedules = sets.flatMap((set) => set.schedules ?? [])
  const runner: Runner = await run({
    pgPool: releaseOnce(pool),
    taskList,
    parsedCronItems: parseCronItems(schedules.map(({ task, cron }) => ({ task, match: cron, identifier: task }))),
    concurrency,
    events,
    logger: loggerFor(log),
    noHandleSignals: true,
    // Unbatched, the note that a job is done would not be waited for when the worker stops.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  const stop = () => runner.stop().catch(() => {})
  try {
    return { runner, endLife: await showLife(pool, poolId, () => void stop(), log) }
  } catch (reason) {
    await stop() // others would take it for dead
    throw reason
  }
}

const withJobLimit =
  (task: Task): Task =>
  (payload) =>
    withStatementLimit(jobStatementLimitMs, () => task(payload))

/** Holds the pool's sign of life, a connection, and looks for the dead now and then; the returned function ends both.
 *  `onLost` is called when the connection breaks: others will now take the pool for dead. */
async function showLife(pool: Pool, poolId: string, onLost: () => void, log: Log): Promise<() => void> {
  const client = await pool.connect()
  const look = () =>
    unlockJobsOfTheDead(client, poolId).catch((err: unknown) => log.debug({ err }, 'jobs: could not look for the dead'))
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
  new Logger((scope) => (level, message) => {
    const fields = { job: scope.jobId, task: scope.taskIdentifier }
    if (level === 'error' || level === 'warning') log.warn(fields, message)
    else log.debug(fields, message)
  })
