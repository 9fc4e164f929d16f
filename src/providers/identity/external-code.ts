import { networkOf } from '#kernel/networks.ts'
import type { Auth } from './auth.ts'
import { confirmByAccount, connectAccount } from './connected-accounts.ts'
import { signInWithProfile } from './external-accounts.ts'
import { redeemCode } from './external-sign-in.ts'
import { enforceLimit, verifyPerAddress } from './limits.ts'
import type { AuthCall } from './wire.ts'

/** POST /token with the grant type `pkce`: completes what the browser started at an external provider, and returns the
 *  session. */
export async function exchangeCode(auth: Auth, call: AuthCall): Promise<Response> {
  await enforceLimit(auth, verifyPerAddress, networkOf(call.ip))
  const { sessionId, invitation, isConfirmation, ...arrival } = await redeemCode(auth, call.body)
  if (sessionId === null) return signInWithProfile(auth, call, { ...arrival, invitation })
  return (isConfirmation ? confirmByAccount : connectAccount)(auth, { ...arrival, sessionId })
}
