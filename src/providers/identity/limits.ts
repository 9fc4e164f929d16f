import { type Limit, networkOf, perAddress, perMember } from '#kernel/limits.ts'
import { forgive, takeFrom } from '#kernel/rate-limits.store.ts'
import type { Auth } from './auth.ts'
import { AuthError } from './wire.ts'

const minutes = 60
const hours = 3600

const signInPerAddress = perAddress('identity-sign-in', 60, 5 * minutes)
/** Counted for one account from one network: a stranger cannot lock the owner out. */
const signInPerAccountAndNetwork = perMember('identity-sign-in-near', 10, 5 * minutes)
const signInPerAccount = perMember('identity-sign-in-account', 100, hours)
/** Each sign-in with a passkey is two calls. */
export const passkeyPerAddress = perAddress('identity-passkey', 60, 5 * minutes)
export const signUpPerAddress = perAddress('identity-sign-up', 10, hours)
export const refreshPerAddress = perAddress('identity-refresh', 150, 5 * minutes)
export const verifyPerAddress = perAddress('identity-verify', 30, 5 * minutes)
export const mailPerAddress = perAddress('identity-mail', 30, 5 * minutes)
export const changePerUser = perMember('identity-change', 30, 5 * minutes)
export const changeFactorsPerUser = perMember('identity-factors', 30, 5 * minutes)
/** Of a million codes three are right at a time. A thousand days of guessing find one with a chance of 14 %; whoever
 *  guesses knows the password already. */
const codePerUser = perMember('identity-code', 5, 5 * minutes)
const codePerUserAndDay = perMember('identity-code-day', 50, 24 * hours)
export const recoveryCodePerUser = perMember('identity-recovery-code', 10, hours)
const mailGap = perMember('identity-mail-gap', 1, minutes)
const mailPerRecipient = perMember('identity-mail-recipient', 4, hours)

/** Counts a call. @throws AuthError 429 when it is one too many */
export async function hold(auth: Auth, limit: Limit, who: string): Promise<void> {
  const waitSeconds = await take(auth, limit, who)
  if (waitSeconds !== null) throw tooMany('over_request_rate_limit', 'Request rate limit reached', waitSeconds)
}

/** Counts a mail to the address, whether or not anyone is known by it. @throws AuthError 429 */
export async function holdMail(auth: Auth, email: string): Promise<void> {
  const waitSeconds = (await take(auth, mailGap, email)) ?? (await take(auth, mailPerRecipient, email))
  if (waitSeconds === null) return
  const message = `For security purposes, you can only request this after ${waitSeconds} seconds.`
  throw tooMany('over_email_send_rate_limit', message, waitSeconds)
}

/** Counts an attempt to sign in to the account. The returned function takes the count back after a success. */
export async function holdSignIn(auth: Auth, email: string, ip: string): Promise<() => Promise<unknown>> {
  const near = `${email} ${networkOf(ip, 24)}`
  await hold(auth, signInPerAddress, networkOf(ip))
  await hold(auth, signInPerAccountAndNetwork, near)
  await hold(auth, signInPerAccount, email)
  return () => forgive(auth.db, signInPerAccountAndNetwork, near)
}

/** Counts an attempt at a code of the account. The returned function takes the count back after a success. */
export async function holdCode(auth: Auth, userId: string): Promise<() => Promise<unknown>> {
  await hold(auth, codePerUser, userId)
  await hold(auth, codePerUserAndDay, userId)
  return async () => {
    await forgive(auth.db, codePerUser, userId)
    await forgive(auth.db, codePerUserAndDay, userId)
  }
}

const take = (auth: Auth, limit: Limit, who: string) =>
  auth.rateLimits ? takeFrom(auth.db, limit, who, auth.clock.now()) : null

const tooMany = (code: string, message: string, retryAfterSeconds: number) =>
  new AuthError(429, code, message, { retryAfterSeconds })
