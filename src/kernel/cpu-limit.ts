/** Shorter pauses would cost more than they save. */
const minPauseMs = 20

let maxShare = Infinity
let last = { cpuMs: 0, ms: 0 }

/** Limits how much of one core this process uses, so that others on the same machine stay fast. Its work must often
 *  pause for `cpuPauseMs`.
 *  @param share 0.5 for half of a core */
export function limitCpu(share: number): void {
  maxShare = share
  last = now()
}

/** Returns how long the process must pause now to stay within its limit, in milliseconds. Time that it has spent waiting
 *  for others does not allow it to use more later. */
export function cpuPauseMs(): number {
  if (maxShare === Infinity) return 0
  const { cpuMs, ms } = now()
  const pauseMs = (cpuMs - last.cpuMs) / maxShare - (ms - last.ms)
  if (pauseMs > 0 && pauseMs < minPauseMs) return 0
  last = { cpuMs, ms }
  return Math.max(0, pauseMs)
}

function now() {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, ms: performance.now() }
}
