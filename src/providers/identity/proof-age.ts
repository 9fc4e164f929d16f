import type { Clock } from '#kernel/clock.ts'

/** How long authentication (with a password, a passkey, or a code) counts as recent in its session. */
export const proofMs = 10 * 60_000

/** Reports whether authentication at that time is recent. False for future times, which are from before the clock was
 *  set back. */
export const isRecent = (provenAt: Date | null, clock: Clock): boolean =>
  provenAt !== null && Math.abs(clock.now() - provenAt.getTime()) < proofMs
