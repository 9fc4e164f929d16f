import { errors } from 'jose'
import { type Auth } from './auth.ts'
import { bearerToken, type Claims } from './bearer.ts'
import { banned, isBanned } from './sessions.ts'
import { findUser, type User } from './users.store.ts'
import { type AuthCall, AuthError, passwordChangeRequired } from './wire.ts'

export interface Caller {
  user: User
  sessionId: string
  /** Whether the user has entered their second factor or has none. */
  isFullySignedIn: boolean
  /** Whether both the token and the session are AAL2. */
  isSecondLevel: boolean
}

/** Returns the caller of a request with an access token. @throws AuthError with the protocol's error code for each kind
 *  of failure */
export async function callerOf(auth: Auth, { request }: AuthCall): Promise<Caller> {
  const caller = await callerBehind(auth, request.headers.get('authorization'))
  const call = `${request.method} ${new URL(request.url).pathname}`
  if (caller.user.mustChangePassword && !openBeforeChange.test(call)) throw passwordChangeRequired()
  return caller
}

/** Calls that are allowed before a temporary password is replaced: replacing it, entering a code, and signing out. */
const openBeforeChange =
  /^(?:GET|PUT) \/auth\/v1\/user$|^POST \/auth\/v1\/(?:logout|factors\/[\w-]+\/(?:challenge|verify))$/

/** Like {@link callerOf}, but takes a header. */
export async function callerBehind(auth: Auth, authorization: string | null | undefined): Promise<Caller> {
  if (!authorization) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const claims = await claimsOf(auth, bearerToken(authorization))
  const user = await findUser(auth.db, claims.subject)
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (isBanned(auth, user)) throw await banned(auth, user, 403)
  const session = await auth.liveSessions.find(claims)
  if (!session || !claims.sessionId) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  const isSecondLevel = claims.isSecondLevel && session.hasSecond
  return { user, sessionId: claims.sessionId, isSecondLevel, isFullySignedIn: isSecondLevel || !session.hasFactor }
}

async function claimsOf(auth: Auth, token: string | null): Promise<Claims> {
  if (!token) throw badToken('token is malformed')
  try {
    return await auth.accessTokens.read(token)
  } catch (reason) {
    if (!(reason instanceof errors.JOSEError)) throw reason
    throw badToken(reason instanceof errors.JWTExpired ? 'token is expired' : 'signature or claims are invalid')
  }
}

const badToken = (why: string) =>
  new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`)
