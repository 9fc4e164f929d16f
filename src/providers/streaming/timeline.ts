export interface Timeline {
  /** Converts a timestamp to milliseconds since the start of the broadcast. Returns null if the timestamp has jumped
   *  and the timeline has to restart. */
  toMs(timestamp: number): number | null
}

const maxStepMs = 10_000
const maxStepBackMs = -3000

/** Maps an encoder's timestamps, which start at any value and wrap at 2³², to a continuous timeline that starts at
 *  `startMs`. */
export function createTimeline(startMs: number): Timeline {
  let latest: number | null = null
  let nowMs = startMs
  return {
    toMs(timestamp) {
      latest ??= timestamp
      const stepMs = (timestamp - latest) | 0 // signed, across the wrap
      if (stepMs > maxStepMs || stepMs < maxStepBackMs) return null
      if (stepMs <= 0) return nowMs + stepMs
      latest = timestamp
      return (nowMs += stepMs)
    },
  }
}
