import { t } from '#messages/messages.ts'
import { waitText } from '#kernel/limits.ts'
import { type Limit, perAddress, perMember } from '#kernel/limits.contract.ts'
import { networkOf } from '#kernel/networks.ts'
import { resetLimit, consume } from '#kernel/rate-limits.store.ts'
import type { Auth } from './auth.ts'
import { AuthError } from './wire.ts'

const minutes = 60
const hours = 3600

/** A limit per IP address and a higher limit for its block, because an IPv6 customer often has 65,536 /64 networks. */
interface NetworkLimit {
  address: Limit
  block: Limit
}
const perNetwork = (name: string, max: number, perSeconds: number): NetworkLimit => ({
  address: perAddress(name, max, perSeconds),
  block: perAddress(`${name}-block`, 3 * max, perSeconds),
})

export const signInPerNetwork = perNetwork('identity-sign-in', 60, 5 * minutes)
/** Each passkey sign-in takes two calls. */
export const passkeyPerNetwork = perNetwork('identity-passkey', 60, 5 * minutes)
/** A sign-in at an external provider takes two calls. */
export const externalPerNetwork = perNetwork('identity-external', 60, 5 * minutes)
export const signUpPerNetwork = perNetwork('identity-sign-up', 10, hours)
export const signUpPerSite = perAddress('identity-sign-up-site', 60, 10 * minutes)
/** Programs that do not solve the registration form's challenge. */
export const unprovenSignUpPerSite = perAddress('identity-sign-up-unproven', 30, 10 * minutes)
export const refreshPerAddress = perAddress('identity-refresh', 150, 5 * minutes)
export const verifyPerAddress = perAddress('identity-verify', 30, 5 * minutes)
export const mailPerNetwork = perNetwork('identity-mail', 30, 5 * minutes)
export const changePerUser = perMember('identity-change', 30, 5 * minutes)
export const changeFactorsPerUser = perMember('identity-factors', 30, 5 * minutes)
/** Three of a million possible codes are valid at any time. A thousand days of guessing have a 14% chance of success,
 *  and also require the password. */
const codePerUser = perMember('identity-code', 5, 5 * minutes)
const codePerUserAndDay = perMember('identity-code-day', 50, 24 * hours)
export const recoveryCodePerUser = perMember('identity-recovery-code', 10, hours)
const mailGap = perMember('identity-mail-gap', 1, minutes)
const mailPerRecipient = perMember('identity-mail-recipient', 4, hours)

/** Counts a call. @throws AuthError 429 if the limit is exceeded */
export async function enforceLimit(auth: Auth, limit: Limit, who: string): Promise<void> {
  const waitSeconds = await consumeFrom(auth, limit, who)
  if (waitSeconds === null) return
  const message = t('Request rate limit reached. Try again in {wait}.', { wait: waitText(waitSeconds) })
  throw tooMany('over_request_rate_limit', message, waitSeconds)
}

/** Counts a call by its IP address and by that address's block. @throws AuthError 429 */
export async function enforceNetworkLimit(auth: Auth, { address, block }: NetworkLimit, ip: string): Promise<void> {
  await enforceLimit(auth, address, networkOf(ip))
  await enforceLimit(auth, block, networkOf(ip, 'block'))
}

/** Counts a call. @returns whether it was within the limit */
export const isWithin = async (auth: Auth, limit: Limit, who: string): Promise<boolean> =>
  (await consumeFrom(auth, limit, who)) === null

/** Counts an email to the address, whether or not the address belongs to an account. @throws AuthError 429 */
export async function enforceEmailLimits(auth: Auth, email: string): Promise<void> {
  const waitSeconds = (await consumeFrom(auth, mailGap, email)) ?? (await consumeFrom(auth, mailPerRecipient, email))
  if (waitSeconds === null) return
  const message = t('For security purposes, you can only request this after {waitSeconds} seconds.', { waitSeconds })
  throw tooMany('over_email_send_rate_limit', message, waitSeconds)
}

/** Counts an attempt to enter a code for the account. The returned function undoes the count after a success. */
export async function enforceCodeLimits(auth: Auth, userId: string): Promise<() => Promise<unknown>> {
  await enforceLimit(auth, codePerUser, userId)
  await enforceLimit(auth, codePerUserAndDay, userId)
  return async () => {
    await resetLimit(auth.db, codePerUser, userId)
    await resetLimit(auth.db, codePerUserAndDay, userId)
  }
}

const consumeFrom = (auth: Auth, limit: Limit, who: string) =>
  auth.rateLimits ? consume(auth.db, limit, who, auth.clock.now()) : null

const tooMany = (code: string, message: string, retryAfterSeconds: number) =>
  new AuthError(429, code, message, { retryAfterSeconds })
