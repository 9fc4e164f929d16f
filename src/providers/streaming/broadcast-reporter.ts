import type { Clock } from '#kernel/clock.ts'
import { createWatchers } from './watchers.ts'

/** A reported viewer count is valid for one minute. */
const repeatCountMs = 30_000

interface ReporterOptions {
  clock: Clock
  reportMs: number
  onReport: () => void
  onWatchers: (count: number) => void
}

/** Reports the encoder's state and the number of viewers at intervals. The number is reported only if it has changed or
 *  is about to expire. */
export class BroadcastReporter {
  readonly watchers
  readonly #options: ReporterOptions
  #last = { count: 0, atMs: 0 }
  #timer: NodeJS.Timeout | undefined

  constructor(options: ReporterOptions) {
    this.#options = options
    this.watchers = createWatchers(options.clock.now)
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#report(), this.#options.reportMs)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #report(): void {
    const { clock, onReport, onWatchers } = this.#options
    onReport()
    const [count, atMs] = [this.watchers.count(), clock.now()]
    if (count === this.#last.count && (count === 0 || atMs - this.#last.atMs < repeatCountMs)) return
    this.#last = { count, atMs }
    onWatchers(count)
  }
}
