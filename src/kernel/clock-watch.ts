import type { Log } from './log.ts'

/** The system's clocks, in milliseconds: the time of day, and a clock that cannot be set. */
interface Clocks {
  timeOfDay: () => number
  steady: () => number
}

const systemClocks: Clocks = { timeOfDay: () => Date.now(), steady: () => performance.now() }
const intervalMs = 10_000
/** Time synchronization regularly corrects smaller errors. */
const toleranceMs = 60_000

/** Returns a function that logs a warning if the clock has been set since its last call. */
export function createClockCheck(log: Log, { timeOfDay, steady }: Clocks = systemClocks): () => void {
  const offset = () => timeOfDay() - steady()
  let lastMs = offset()
  return () => {
    const jumpMs = offset() - lastMs
    lastMs += jumpMs
    if (Math.abs(jumpMs) < toleranceMs) return
    const direction = jumpMs > 0 ? 'forward' : 'back'
    log.warn(
      { seconds: Math.round(Math.abs(jumpMs) / 1000) },
      `the system clock was set ${direction}: if it is wrong now, sessions end early or late, and schedules run at the wrong time`,
    )
  }
}

/** Regularly checks whether the clock has been set. @returns a function that stops the checks */
export function watchClock(log: Log): () => void {
  const timer = setInterval(createClockCheck(log), intervalMs).unref()
  return () => clearInterval(timer)
}
