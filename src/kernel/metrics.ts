import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client'
import type { Trace } from './trace.ts'

/** A number that describes the whole site, such as the number of waiting jobs. Every process reports the same
 *  number. */
export interface SiteGauge {
  /** In snake case, with the unit as its suffix; `devstead_` is prepended. */
  name: string
  help: string
  /** The label names. */
  labels?: readonly string[]
  values: readonly { labels?: Readonly<Record<string, string>>; value: number }[]
}

/** A process's metrics as plain values, which can be sent to another process. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

interface PoolCounts {
  totalCount: number
  idleCount: number
  waitingCount: number
}
interface CacheSize {
  bytes: number
  entries: number
}
interface EndedRequest {
  method: string
  status: string
  seconds: number
}
export type Metrics = ReturnType<typeof createMetrics>

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const statementBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300]

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const noCache = (): CacheSize => ({ bytes: 0, entries: 0 })

/** Creates the metrics for one process. Each label has a bounded number of values: for example, path patterns, never
 *  paths. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const pools = new Map<string, PoolCounts>()
  const open = new Set<Trace>()
  let cacheSize = noCache
  let hasDefaults = false
  const addGauge = <Label extends string>(configuration: GaugeConfiguration<Label>) =>
    new Gauge({ ...configuration, registers })

  const requests = new Counter({
    name: 'devstead_http_requests_total',
    help: 'Requests by method, path pattern, and status',
    labelNames: ['method', 'endpoint', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'devstead_http_request_duration_seconds',
    help: 'Time until the response was sent, excluding event streams',
    labelNames: ['method', 'endpoint'],
    buckets: requestBuckets,
    registers,
  })
  addGauge({
    name: 'devstead_http_requests_in_flight',
    help: 'Requests in progress, including event streams',
    collect() {
      this.set(open.size)
    },
  })
  addGauge({
    name: 'devstead_event_streams',
    help: 'Open event streams for chats and livestreams',
    collect() {
      this.set([...open].filter(({ isEventStream }) => isEventStream).length)
    },
  })
  const cacheRequests = new Counter({
    name: 'devstead_page_cache_requests_total',
    help: 'Requests for cached documents: hit or miss',
    labelNames: ['result'],
    registers,
  })
  const statementSeconds = new Histogram({
    name: 'devstead_database_statement_duration_seconds',
    help: 'Time until PostgreSQL responded to a statement',
    buckets: statementBuckets,
    registers,
  })
  const slowStatements = new Counter({
    name: 'devstead_database_slow_statements_total',
    help: 'Statements that took at least SLOW_QUERY_MS',
    registers,
  })
  const jobRuns = new Counter({
    name: 'devstead_job_runs_total',
    help: 'Background job runs by task: success or failure',
    labelNames: ['task', 'result'],
    registers,
  })
  const jobSeconds = new Histogram({
    name: 'devstead_job_duration_seconds',
    help: 'Duration of background jobs by task',
    labelNames: ['task'],
    buckets: jobBuckets,
    registers,
  })
  addGauge({
    name: 'devstead_database_pool_connections',
    help: 'Open database connections by pool and state',
    labelNames: ['pool', 'state'],
    collect() {
      for (const [pool, { totalCount, idleCount }] of pools) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
      }
    },
  })
  addGauge({
    name: 'devstead_database_pool_waiting',
    help: 'Calls waiting for a database connection, by pool',
    labelNames: ['pool'],
    collect() {
      for (const [pool, { waitingCount }] of pools) this.set({ pool }, waitingCount)
    },
  })
  for (const [part, help] of [
    ['bytes', 'Size of the cached documents'],
    ['entries', 'Number of cached documents'],
  ] as const)
    addGauge({
      name: `devstead_page_cache_${part}`,
      help,
      collect() {
        this.set(cacheSize()[part])
      },
    })

  return {
    requestStarted: (trace: Trace) => void open.add(trace),
    requestEnded(trace: Trace, { method: given, status, seconds }: EndedRequest) {
      open.delete(trace)
      const method = methods.has(given) ? given : 'other'
      const { endpoint = 'other', isEventStream } = trace
      requests.inc({ method, endpoint, status })
      if (!isEventStream) requestSeconds.observe({ method, endpoint }, seconds)
    },
    cacheLookup: (result: 'hit' | 'miss') => cacheRequests.inc({ result }),
    statementEnded: (seconds: number) => statementSeconds.observe(seconds),
    statementWasSlow: () => slowStatements.inc(),
    jobEnded(task: string, result: 'success' | 'failure', seconds: number) {
      jobRuns.inc({ task, result })
      jobSeconds.observe({ task }, seconds)
    },
    watchPool: (name: string, pool: PoolCounts) => void pools.set(name, pool),
    watchCache: (size: () => CacheSize) => void (cacheSize = size),
    /** Returns this process's values. The first call also starts collecting event loop delay, memory, and garbage
     *  collection, which has a cost even if no one reads them. */
    read(): Promise<ProcessMetrics> {
      if (!hasDefaults) collectDefaultMetrics({ register: registry })
      hasDefaults = true
      return registry.getMetricsAsJSON()
    },
  }
}

/** Returns the processes' metrics in the Prometheus text format. Each sample has the label `process`: a counter that
 *  restarts with its process must not lower a sum. @param processes the metrics by process id */
export async function prometheusText(processes: ReadonlyMap<string, ProcessMetrics>): Promise<string> {
  const labeled = [...processes].map(([process, metrics]) =>
    metrics.map((metric) => ({
      ...metric,
      aggregator: 'sum' as const,
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process } })),
    })),
  )
  return AggregatorRegistry.aggregate(labeled).metrics()
}

/** Returns the gauges in the Prometheus text format. */
export async function gaugesText(gauges: readonly SiteGauge[]): Promise<string> {
  const registry = new Registry()
  for (const { name, help, labels = [], values } of gauges) {
    const gauge = new Gauge({ name: `devstead_${name}`, help, labelNames: labels, registers: [registry] })
    for (const { labels: given = {}, value } of values) gauge.set({ ...given }, value)
  }
  return registry.metrics()
}

export const prometheusType = Registry.PROMETHEUS_CONTENT_TYPE
