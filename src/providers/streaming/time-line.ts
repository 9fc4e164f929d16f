export interface TimeLine {
  /** Where the timestamp stands, in milliseconds from the beginning of the broadcast; null when it has jumped and the
   *  line begins anew. */
  place(timestamp: number): number | null
}

const longestStepMs = 10_000
const longestStepBackMs = -3000

/** Brings an encoder's timestamps, which wrap at 2³² and begin anywhere, onto one line that begins at `startMs`. */
export function createTimeLine(startMs: number): TimeLine {
  let latest: number | null = null
  let nowMs = startMs
  return {
    place(timestamp) {
      latest ??= timestamp
      const stepMs = (timestamp - latest) | 0 // signed, across the wrap
      if (stepMs > longestStepMs || stepMs < longestStepBackMs) return null
      if (stepMs <= 0) return nowMs + stepMs
      latest = timestamp
      return (nowMs += stepMs)
    },
  }
}
