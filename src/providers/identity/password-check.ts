import { tooMany } from '#kernel/limits.ts'
import type { Auth } from './auth.ts'
import { isUuid } from './bearer.ts'
import { holdSignIn } from './limits.ts'
import { readOfferedPassword } from './passwords.ts'
import { findUser, type User } from './users.store.ts'
import { AuthError } from './wire.ts'

/** Whether this is the account's password; counted as an attempt to sign in. @throws AppError rate_limited */
export const isPasswordOf = (auth: Auth, subject: string, password: string, ip: string): Promise<boolean> =>
  check(auth, subject, password, ip).catch((reason: unknown) => {
    throw reason instanceof AuthError && reason.status === 429 ? tooMany(reason.retryAfterSeconds ?? 1) : reason
  })

async function check(auth: Auth, subject: string, password: string, ip: string): Promise<boolean> {
  const user = isUuid(subject) ? await findUser(auth.db, subject) : null
  return user !== null && checkPassword(auth, user, password, ip)
}

/** As {@link isPasswordOf}, in the terms of the protocol. @throws AuthError 429 */
export async function checkPassword(auth: Auth, user: User, password: string, ip: string): Promise<boolean> {
  const forgive = await holdSignIn(auth, user.email, ip)
  const offered = readOfferedPassword(password)
  const isRight = offered !== null && (await auth.passwords.verify(offered, user.passwordHash))
  if (isRight) await forgive()
  return isRight
}
