import { t } from '#messages/messages.ts'
import { auditAccount } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { accountOf, type Auth, nowOf } from './auth.ts'
import { callerOf } from './caller.ts'
import { deleteConnectedAccount, findConnectedUserId, insertConnectedAccount } from './connected-accounts.store.ts'
import { queueEmail } from './email-queue.ts'
import { type Arrival, connectedAccountOf } from './external-accounts.ts'
import { type ExternalProvider, issuersOf } from './external-provider.ts'
import { startExternalSignIn } from './external-sign-in.ts'
import { changeFactorsPerUser, enforceLimit } from './limits.ts'
import { banned, currentSession, isBanned } from './sessions.ts'
import { endExternalSessions, findSession, markProven } from './sessions.store.ts'
import { findUser, type User } from './users.store.ts'
import { type AuthCall, AuthError, invalid, json } from './wire.ts'

/** GET /user/identities/authorize: returns the URL of a provider's sign-in page. After signing in there, the caller's
 *  browser connects the account with {@link connectAccount} or, with `purpose=confirm`, confirms the member's identity
 *  with {@link confirmByAccount}. */
export async function startConnecting(auth: Auth, call: AuthCall): Promise<Response> {
  const { user, sessionId } = await callerOf(auth, call)
  await enforceLimit(auth, changeFactorsPerUser, user.id)
  return json({ url: await startExternalSignIn(auth, call, sessionId) })
}

/** Connects the account to the user who started this in the session, and notifies them by email. @returns the session */
export async function connectAccount(auth: Auth, { sessionId, ...arrival }: ReturnToSession): Promise<Response> {
  const { provider, profile } = arrival
  const user = await userOf(auth, sessionId)
  await inTransaction(auth.db, async (db) => {
    if (await insertConnectedAccount(db, connectedAccountOf(user.id, arrival), nowOf(auth))) {
      await queueEmail(db, { kind: 'account_connected', email: user.email, provider: provider.label })
      await auditAccount(db, { action: 'account.connected', account: accountOf(auth, user) })
    } else if ((await findConnectedUserId(db, profile)) !== user.id) throw alreadyConnected(provider)
  })
  return json(await currentSession(auth, auth.db, sessionId))
}

/** Reauthenticates the session if its user has connected the account. As with sign-ins, this counts only for users without
 *  a password. @returns the session */
export async function confirmByAccount(
  auth: Auth,
  { sessionId, provider, profile }: ReturnToSession,
): Promise<Response> {
  const user = await userOf(auth, sessionId)
  if (user.passwordHash !== null) throw invalid(t('Confirm your identity with your password.'))
  if ((await findConnectedUserId(auth.db, profile)) !== user.id) throw notYours(provider)
  await markProven(auth.db, sessionId, nowOf(auth))
  return json(await currentSession(auth, auth.db, sessionId))
}

/** DELETE /user/identities/:id: disconnects the account, ends other sessions that started at a provider, and notifies the
 *  user by email. */
export async function disconnectAccount(auth: Auth, call: AuthCall): Promise<Response> {
  const { user, sessionId } = await callerOf(auth, call)
  await enforceLimit(auth, changeFactorsPerUser, user.id)
  await inTransaction(auth.db, async (db) => {
    const removed = await deleteConnectedAccount(db, call.id, user.id, issuersOf(auth.external))
    if (!removed) throw new AuthError(404, 'identity_not_found', t('This account isn’t connected.'))
    if (removed === 'last') throw lastWayIn()
    await endExternalSessions(db, user.id, sessionId)
    const provider = auth.external.get(removed.provider)?.label ?? removed.provider
    await queueEmail(db, { kind: 'account_disconnected', email: user.email, provider })
    await auditAccount(db, { action: 'account.disconnected', account: accountOf(auth, user) })
  })
  auth.liveSessions.forget()
  return json({})
}

/** Someone who has returned from a provider to the session in which they left. */
type ReturnToSession = Arrival & { sessionId: string }

async function userOf(auth: Auth, sessionId: string): Promise<User> {
  const session = await findSession(auth.db, sessionId)
  const user = session && (await findUser(auth.db, session.userId))
  if (!user) throw new AuthError(403, 'session_not_found', t('The session has ended'))
  if (isBanned(auth, user)) throw await banned(auth, user)
  return user
}

const notYours = ({ label }: ExternalProvider) =>
  new AuthError(
    422,
    'identity_not_found',
    t(
      'This {label} account isn’t connected to your account here. Sign in to {label} with the connected account, then try again.',
      { label },
    ),
  )

const alreadyConnected = ({ label }: ExternalProvider) =>
  new AuthError(
    422,
    'identity_already_exists',
    t('This {label} account is connected to another account here, or you’ve already connected a different one.', {
      label,
    }),
  )

const lastWayIn = () =>
  new AuthError(
    422,
    'single_identity_not_deletable',
    t('Set a password first. Otherwise, you won’t be able to sign in.'),
  )
