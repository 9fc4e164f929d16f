import type { Clock } from '#kernel/clock.ts'

/** How long a proof (a password, a passkey, or a code) is valid in its session. */
export const proofMs = 10 * 60_000

/** Reports whether the proof is recent. False for future times, which are from before the clock was set back. */
export const isRecent = (provenAt: Date | null, clock: Clock): boolean =>
  provenAt !== null && Math.abs(clock.now() - provenAt.getTime()) < proofMs
