import { monitorEventLoopDelay } from 'node:perf_hooks'
import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'

/** Rejects requests while the process has more work than it can finish, before they use up its memory. */
export interface LoadShedding {
  /** Runs `work`, which counts as a request in progress until it settles. @throws AppError not_ready if the process is
   *  overloaded */
  admit<T>(work: () => Promise<T>): Promise<T>
  stop(): void
}

interface Options {
  /** Requests in progress. Most wait for the database, whose pool has far fewer connections. */
  maxInProgress?: number
  /** Average timer delay, during which the process could not respond to anything. */
  maxDelayMs?: number
  /** Returns the average delay since the last call. */
  delayMs?: () => number
}

const defaultMaxInProgress = 1000
const defaultMaxDelayMs = 1000
const sampleMs = 1000
const retryAfterSeconds = 5

export function createLoadShedding({
  maxInProgress = defaultMaxInProgress,
  maxDelayMs = defaultMaxDelayMs,
  delayMs = eventLoopDelay(),
}: Options = {}): LoadShedding {
  let inProgress = 0
  let isSlow = false
  const timer = setInterval(() => (isSlow = delayMs() > maxDelayMs), sampleMs).unref()
  return {
    async admit(work) {
      // A request may take as long as it needs if no other is in progress.
      if (inProgress >= maxInProgress || (isSlow && inProgress > 0)) throw overloaded()
      inProgress++
      try {
        return await work()
      } finally {
        inProgress--
      }
    },
    stop: () => clearInterval(timer),
  }
}

const overloaded = () =>
  new AppError('not_ready', t('The site is overloaded. Try again in a few seconds.'), { retryAfterSeconds })

function eventLoopDelay(): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 20 })
  histogram.enable()
  return () => {
    const { mean } = histogram
    histogram.reset()
    return Number.isFinite(mean) ? mean / 1e6 : 0
  }
}
