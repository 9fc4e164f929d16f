import type { Clock } from '#kernel/clock.ts'

/** How long a proof counts: a password, a passkey or a code, entered in that very session. */
export const proofMs = 10 * 60_000

/** Also false for times further ahead than that: somebody has set the clock back. */
export const isRecent = (provenAt: Date | null, clock: Clock): boolean =>
  provenAt !== null && Math.abs(clock.now() - provenAt.getTime()) < proofMs
