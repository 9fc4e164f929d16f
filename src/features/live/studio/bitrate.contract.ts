/** Available resolutions. `bits`: bits per second. */
export const qualities = {
  '360p': { width: 640, height: 360, bits: 800_000, level: '1e' },
  '720p': { width: 1280, height: 720, bits: 2_500_000, level: '1f' },
  '1080p': { width: 1920, height: 1080, bits: 4_500_000, level: '28' },
} as const
export type QualityName = keyof typeof qualities
export const framesPerSecond = 30

const minBits = 300_000
const longQueueMs = 1500
const shortQueueMs = 400
const afterLessMs = 3000
const afterMoreMs = 15_000

interface Sending {
  bits: number
  maxBits: number
  /** Duration of the data that has not been sent yet. */
  queuedMs: number
  sinceChangeMs: number
}

/** Returns the next video bitrate: reduced by a third if the connection is too slow, increased after a while without
 *  delays. */
export function nextBits({ bits, maxBits, queuedMs, sinceChangeMs }: Sending): number {
  if (queuedMs > longQueueMs && sinceChangeMs > afterLessMs)
    return Math.max(Math.min(minBits, bits), Math.round(bits * 0.67))
  if (queuedMs < shortQueueMs && sinceChangeMs > afterMoreMs) return Math.min(maxBits, Math.round(bits * 1.2))
  return bits
}
