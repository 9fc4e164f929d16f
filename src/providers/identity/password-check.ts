import type { Auth } from './auth.ts'
import type { Caller } from './caller.ts'
import { readOfferedPassword } from './passwords.ts'
import { countProof } from './sign-in-limits.ts'

/** Checks the signed-in user's password, and counts the check toward the session's limits. @throws AuthError 429 */
export async function checkPassword(
  auth: Auth,
  { user, sessionId }: Pick<Caller, 'user' | 'sessionId'>,
  password: string,
): Promise<boolean> {
  const attempt = await countProof(auth, sessionId)
  const offered = readOfferedPassword(password)
  const isRight = offered !== null && (await auth.passwords.verify(offered, user.passwordHash))
  if (isRight) await attempt.succeed()
  return isRight
}
