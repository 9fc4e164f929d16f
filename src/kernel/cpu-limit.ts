/** Shorter pauses would cost more than they save. */
const minPauseMs = 20

let maxShare = Infinity
/** The CPU time at the last pause, and when it ends. */
let last = { cpuMs: 0, ms: 0 }

/** Limits how much of one core this process uses, so that others on the same machine stay fast. Its work must often
 *  pause for `cpuPauseMs`.
 *  @param share 0.5 for half of a core */
export function limitCpu(share: number): void {
  maxShare = share
  last = now()
}

/** Returns how long to pause now so that the process stays within its limit, in milliseconds. Everything that the process
 *  does at the same time pauses together. Time spent waiting for others does not allow it to use more later. */
export function cpuPauseMs(): number {
  if (maxShare === Infinity) return 0
  const { cpuMs, ms } = now()
  if (ms < last.ms) return last.ms - ms
  const pauseMs = (cpuMs - last.cpuMs) / maxShare - (ms - last.ms)
  if (pauseMs > 0 && pauseMs < minPauseMs) return 0
  last = { cpuMs, ms: ms + Math.max(0, pauseMs) }
  return last.ms - ms
}

function now() {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, ms: performance.now() }
}
