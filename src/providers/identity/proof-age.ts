import type { Clock } from '#kernel/clock.ts'

/** How long a proof is valid: a password, a passkey, or a code in that session. */
export const proofMs = 10 * 60_000

/** Reports whether the proof is recent. False for times in the future, from before the clock was set back. */
export const isRecent = (provenAt: Date | null, clock: Clock): boolean =>
  provenAt !== null && Math.abs(clock.now() - provenAt.getTime()) < proofMs
