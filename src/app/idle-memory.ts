import { performance } from 'node:perf_hooks'

/** How often to check whether the process is idle. */
const checkMs = 10_000
/** The maximum share of the time between two checks that an idle process uses. */
const maxUtilization = 0.05
/** Memory use must have grown by this factor since the last time. */
const minGrowth = 1.1

interface Options {
  /** Returns the event loop's utilization since the last call. */
  utilization?: () => number
  /** Returns the resident memory in bytes. */
  residentBytes?: () => number
  /** Collects all garbage and returns free memory to the system. */
  collect?: (() => void) | null
}

/** Returns the memory that a past load has left behind to the system as soon as the process is idle: Node.js itself
 *  collects garbage only when new objects need space. Does nothing unless the process runs with `--expose-gc`. */
export function watchIdleMemory({
  utilization = utilizationMeter(),
  residentBytes = process.memoryUsage.rss,
  collect = collector(),
}: Options = {}): { stop: () => void } {
  if (!collect) return { stop() {} }
  let lastBytes = 0
  const timer = setInterval(() => {
    if (utilization() > maxUtilization || residentBytes() < lastBytes * minGrowth) return
    collect()
    lastBytes = residentBytes()
  }, checkMs).unref()
  return { stop: () => clearInterval(timer) }
}

function utilizationMeter(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}

function collector(): (() => void) | null {
  const { gc } = globalThis
  // Other flavors keep free pages for later objects.
  return gc ? () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }) : null
}
