import { t } from '#messages/messages.ts'
import { type Auth, nowOf } from './auth.ts'
import { type Caller, callerOf } from './caller.ts'
import { isForConfirmation } from './external-sign-in.ts'
import { findApp } from './factors.store.ts'
import { checkPassword } from './password-check.ts'
import type { Proof } from './identity.ts'
import { provesByPasskey } from './passkey-sign-in.ts'
import { isRecent } from './proof-age.ts'
import { findSession, markProven } from './sessions.store.ts'
import { type AuthCall, AuthError, insufficientLevel } from './wire.ts'

/** How long after using a password reset link the member can set a password without the old one. */
const recoveryMs = 3_600_000

/** Handles a protocol call. */
export type Answer = (auth: Auth, call: AuthCall) => Promise<Response>

type IsNeeded = (auth: Auth, call: AuthCall, caller: Caller) => boolean | Promise<boolean>

/** An endpoint that changes the account's credentials. */
export interface Guarded {
  answer: Answer
  /** Reports whether this call changes credentials, because some endpoints also do other things. */
  isNeeded: IsNeeded
}

/** Rejects the call unless the member confirmed their identity in this session within the last ten minutes. */
export const afterProof = (answer: Answer, isNeeded: IsNeeded = () => true): Guarded => ({ answer, isNeeded })

/** @throws AuthError reauthentication_needed, with status 400 as in GoTrue, because on sign-out, the client ignores
 *  401, 403, and 404 */
export async function demandProof(auth: Auth, call: AuthCall, isNeeded: IsNeeded): Promise<void> {
  const caller = await callerOf(auth, call)
  if (!(await isNeeded(auth, call, caller))) return
  if (!caller.isFullySignedIn)
    throw insufficientLevel('AAL2 session is required to change sign-in credentials when MFA is enabled.')
  if (await isRecentlyProven(auth, caller.sessionId)) return
  if (await provesByPassword(auth, call, caller)) return
  throw new AuthError(400, 'reauthentication_needed', t('Confirm it’s you to continue.'))
}

export async function isRecentlyProven(auth: Auth, sessionId: string): Promise<boolean> {
  return isRecent((await findSession(auth.db, sessionId))?.provenAt ?? null, auth.clock)
}

/** Reauthenticates the session if the credentials are valid. @returns whether they are valid @throws AuthError */
export async function prove(auth: Auth, caller: Caller, proof: Proof, ip: string): Promise<boolean> {
  const isValid =
    'password' in proof
      ? await checkPassword(auth, caller, proof.password)
      : await provesByPasskey(auth, caller.user.id, proof.passkey, ip)
  if (isValid) await markProven(auth.db, caller.sessionId, nowOf(auth))
  return isValid
}

/** The client sends `current_password` along with a new password or address. */
async function provesByPassword(auth: Auth, { body, ip }: AuthCall, caller: Caller): Promise<boolean> {
  const { current_password: password } = body
  if (typeof password !== 'string' || password === '') return false
  if (await prove(auth, caller, { password }, ip)) return true
  throw wrongPassword()
}

export const wrongPassword = () =>
  new AuthError(400, 'current_password_invalid', t('The current password is incorrect.'))

/** PUT /user also stores metadata, which is not a credential. After a password reset link has been used, setting a
 *  password requires no reauthentication. */
export const changesSignIn: IsNeeded = async (auth, { body }, { user, sessionId }) =>
  changesAddress(body.email, user.email) || (Boolean(body.password) && !(await isRecovering(auth, sessionId)))

const changesAddress = (email: unknown, present: string) =>
  Boolean(email) && !(typeof email === 'string' && email.toLowerCase() === present)

export async function isRecovering(auth: Auth, sessionId: string): Promise<boolean> {
  const session = await findSession(auth.db, sessionId)
  return session?.method === 'recovery' && auth.clock.now() - session.createdAt.getTime() < recoveryMs
}

/** Signing out of the current session never requires recent authentication. */
export const endsOtherSessions: IsNeeded = (_, { query }) => query.get('scope') !== 'local'

/** The first correct code adds the app as a factor; later codes themselves count as authentication. */
export const addsApp: IsNeeded = async (auth, call, caller) => !(await isFactor(auth, call, caller))

/** An app without a verified code is not a factor yet, so canceling its setup changes no credential. */
export const removesApp: IsNeeded = (auth, call, caller) => isFactor(auth, call, caller)

/** `purpose=confirm` requires no recent authentication, because it is how members without a password authenticate
 *  again. */
export const connectsAccount: IsNeeded = (_, call) => !isForConfirmation(call)

const isFactor = async (auth: Auth, { id }: AuthCall, { user }: Caller): Promise<boolean> =>
  (await findApp(auth.db, id, user.id))?.isVerified ?? false
