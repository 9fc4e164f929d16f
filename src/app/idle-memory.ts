import { performance } from 'node:perf_hooks'

const checkMs = 15_000
/** An event loop utilization up to this counts as idle. */
const maxUtilization = 0.05
/** Memory use must have grown by this factor before garbage is collected again. */
const minGrowth = 1.1
/** How much freed memory the process may retain while it is busy. */
const maxUnusedBytes = 32 * 1024 * 1024

type Memory = Pick<NodeJS.MemoryUsage, 'rss' | 'heapTotal' | 'external'>

interface Options {
  /** Returns the event loop's utilization since the last call. */
  utilization?: () => number
  memory?: () => Memory
  /** Collects all garbage and returns free memory to the system. */
  collect?: (() => void) | null
}

/** Returns freed memory to the system when the process is idle, or when it is busy but retains a lot after a peak. V8
 *  does this on its own only after a period without allocations. Collecting takes about a tenth of a second. Does
 *  nothing unless the process runs with `--expose-gc`. */
export function watchIdleMemory({
  utilization = utilizationMeter(),
  memory = process.memoryUsage,
  collect = collector(),
}: Options = {}): { stop: () => void } {
  if (!collect) return { stop() {} }
  let least: Memory | null = null
  /** Whether the last collection happened in a busy process, which may have used the memory that remained. */
  let wasBusy = false
  const timer = setInterval(() => {
    const now = memory()
    const isIdle = utilization() <= maxUtilization
    const hasGrown = least === null || now.rss >= least.rss * minGrowth
    const isRepeated = wasBusy && isIdle
    const keepsMuch = least === null || outsideHeap(now) - outsideHeap(least) > maxUnusedBytes
    if (isRepeated || (hasGrown && (isIdle || keepsMuch))) {
      collect()
      least = memory()
      wasBusy = !isIdle
    } else if (least !== null && now.rss < least.rss) least = now
  }, checkMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** Returns resident memory outside the live heap: the binary, native code, and freed pages that V8 retains. */
const outsideHeap = ({ rss, heapTotal, external }: Memory): number => rss - heapTotal - external

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
  // Other flavors keep freed pages for later objects.
  return gc ? () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }) : null
}
