import { type Limit, perMember } from '#kernel/limits.contract.ts'
import { networkOf } from '#kernel/networks.ts'
import { resetLimit, refund } from '#kernel/rate-limits.store.ts'
import type { Auth } from './auth.ts'
import { recordBlockedSignIn } from './failed-sign-ins.ts'
import { knownDeviceOf } from './known-devices.ts'
import { enforceLimit, enforceNetworkLimit, isWithin, signInPerNetwork } from './limits.ts'
import { type AuthCall, AuthError } from './wire.ts'

const minutes = 60
const hours = 3600
const days = 24 * hours

const perDevice = perMember('identity-sign-in-device', 10, 5 * minutes)
const perDeviceAndDay = perMember('identity-sign-in-device-day', 100, days)
const perSession = perMember('identity-password-proof', 10, 5 * minutes)
const perSessionAndDay = perMember('identity-password-proof-day', 100, days)

const perSubnet = perMember('identity-sign-in-near', 10, 5 * minutes)
const perBlock = perMember('identity-sign-in-near-block', 20, 5 * minutes)
/** A network's first guesses at an account have their own limit, so that an attacker needs a hundred networks instead
 *  of ten to keep the owner from signing in on a new device. */
const firstGuesses = perMember('identity-sign-in-first', 3, days)
const firstGuessesAtAccount = perMember('identity-sign-in-account-first', 300, days)
const atAccount = perMember('identity-sign-in-account', 100, hours)
const atAccountAndDay = perMember('identity-sign-in-account-day', 200, days)

export interface Attempt {
  /** Whether the attempt is from a known device or a session, which strangers do not have. */
  isTrusted: boolean
  /** Stops counting the attempt toward the limits. Call it when the password was correct. */
  succeed(): Promise<void>
}

type Count = [limit: Limit, who: string]

/** Counts a sign-in attempt: on a known device, toward the device's own limits; otherwise, toward the network's limits
 *  and the shared limits of all strangers. @throws AuthError 429 */
export async function countSignIn(auth: Auth, call: AuthCall, email: string): Promise<Attempt> {
  const device = await knownDeviceOf(auth, call, email)
  if (device) return recordingBlock(auth, email, countTrusted(auth, `${email} ${device}`, [perDevice, perDeviceAndDay]))
  const block = `${email} ${networkOf(call.ip, 'block')}`
  await enforceNetworkLimit(auth, signInPerNetwork, call.ip)
  const guesses: Count[] = [
    [perSubnet, `${email} ${networkOf(call.ip, 'subnet')}`],
    [perBlock, block],
  ]
  await recordingBlock(auth, email, enforceLimits(auth, guesses))
  const allowance = await recordingBlock(auth, email, countGuess(auth, email, block))
  return {
    isTrusted: false,
    async succeed() {
      for (const [limit, who] of guesses) await resetLimit(auth.db, limit, who)
      for (const [limit, who] of allowance) await refund(auth.db, limit, who)
    },
  }
}

/** Records that one of the account's limits was reached, if `counting` fails. */
const recordingBlock = <T>(auth: Auth, email: string, counting: Promise<T>): Promise<T> =>
  counting.catch(async (reason: unknown) => {
    if (reason instanceof AuthError) await recordBlockedSignIn(auth, email)
    throw reason
  })

/** Counts a password check in a session. Strangers cannot use up this limit. @throws AuthError 429 */
export const countProof = (auth: Auth, sessionId: string): Promise<Attempt> =>
  countTrusted(auth, sessionId, [perSession, perSessionAndDay])

async function countTrusted(auth: Auth, who: string, limits: [Limit, Limit]): Promise<Attempt> {
  for (const limit of limits) await enforceLimit(auth, limit, who)
  return { isTrusted: true, succeed: async () => void (await resetLimit(auth.db, limits[0], who)) }
}

/** Counts a guess toward the limits that all strangers share. @returns the limits that it counted toward */
async function countGuess(auth: Auth, email: string, block: string): Promise<Count[]> {
  const isFirst = (await isWithin(auth, firstGuesses, block)) && (await isWithin(auth, firstGuessesAtAccount, email))
  if (isFirst) {
    return [
      [firstGuesses, block],
      [firstGuessesAtAccount, email],
    ]
  }
  const later: Count[] = [
    [atAccount, email],
    [atAccountAndDay, email],
  ]
  await enforceLimits(auth, later)
  return later
}

async function enforceLimits(auth: Auth, counts: Count[]): Promise<void> {
  for (const [limit, who] of counts) await enforceLimit(auth, limit, who)
}
