import * as z from 'zod/mini'

/** Measurements of what the encoder sends, and advice for the livestream's owner. */
export const BroadcastReport = z.object({
  video: z.nullable(z.string()),
  audio: z.nullable(z.string()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  framesPerSecond: z.nullable(z.number()),
  kilobitsPerSecond: z.nullable(z.int()),
  keyframeSeconds: z.nullable(z.number()),
  /** Sentences that explain what to change in the encoder and why it was last rejected. */
  hints: z.array(z.string()),
})
export type BroadcastReport = z.infer<typeof BroadcastReport>

/** The maximum size of a part that a browser sends in one request. */
export const maxPartBytes = 2 * 1024 * 1024
