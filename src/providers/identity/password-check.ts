import { tooMany } from '#kernel/limits.ts'
import type { Auth } from './auth.ts'
import { isUuid } from './bearer.ts'
import type { Caller } from './caller.ts'
import type { Identity } from './identity.ts'
import { readOfferedPassword } from './passwords.ts'
import { holdProof } from './sign-in-limits.ts'
import { findUser } from './users.store.ts'
import { AuthError } from './wire.ts'

type Who = Pick<Identity, 'subject' | 'sessionId'>

/** Whether this is the password of who is signed in; counted for their session. @throws AppError rate_limited */
export const isPasswordOf = (auth: Auth, who: Who, password: string): Promise<boolean> =>
  check(auth, who, password).catch((reason: unknown) => {
    throw reason instanceof AuthError && reason.status === 429 ? tooMany(reason.retryAfterSeconds ?? 1) : reason
  })

async function check(auth: Auth, { subject, sessionId }: Who, password: string): Promise<boolean> {
  const user = isUuid(subject) ? await findUser(auth.db, subject) : null
  return user !== null && checkPassword(auth, { user, sessionId: sessionId ?? subject }, password)
}

/** As {@link isPasswordOf}, in the terms of the protocol. @throws AuthError 429 */
export async function checkPassword(
  auth: Auth,
  { user, sessionId }: Pick<Caller, 'user' | 'sessionId'>,
  password: string,
): Promise<boolean> {
  const attempt = await holdProof(auth, sessionId)
  const offered = readOfferedPassword(password)
  const isRight = offered !== null && (await auth.passwords.verify(offered, user.passwordHash))
  if (isRight) await attempt.succeed()
  return isRight
}
