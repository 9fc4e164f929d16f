import { networkOf } from '#kernel/networks.ts'
import type { Auth } from './auth.ts'
import { connectAccount } from './connected-accounts.ts'
import { signInWithProfile } from './external-accounts.ts'
import { redeemCode } from './external-sign-in.ts'
import { enforceLimit, verifyPerAddress } from './limits.ts'
import type { AuthCall } from './wire.ts'

/** POST /token with the grant type `pkce`: completes what the browser started at an external provider, and returns the
 *  session. */
export async function exchangeCode(auth: Auth, call: AuthCall): Promise<Response> {
  await enforceLimit(auth, verifyPerAddress, networkOf(call.ip))
  const { sessionId, invitation, ...arrival } = await redeemCode(auth, call.body)
  return sessionId === null
    ? signInWithProfile(auth, call, { ...arrival, invitation })
    : connectAccount(auth, { ...arrival, sessionId })
}
