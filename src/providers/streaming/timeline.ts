export interface Timeline {
  /** Where the timestamp stands, in milliseconds from the beginning of the broadcast; null when it has jumped and the
   *  line begins anew. */
  toMs(timestamp: number): number | null
}

const maxStepMs = 10_000
const maxStepBackMs = -3000

/** Brings an encoder's timestamps, which wrap at 2³² and begin anywhere, onto one line that begins at `startMs`. */
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
