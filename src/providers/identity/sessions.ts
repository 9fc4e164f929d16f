import { randomBytes, randomUUID } from 'node:crypto'
import { t } from '#messages/messages.ts'
import { auditAccount } from '#kernel/audit.store.ts'
import type { Db } from '#kernel/db.ts'
import { accountOf, type Auth, nowOf } from './auth.ts'
import { sessionLimits } from './live-sessions.ts'
import { readRefreshToken, type RefreshToken, writeRefreshToken } from './refresh-tokens.ts'
import {
  advanceSession,
  endSession,
  findSession,
  insertSession,
  raiseSession,
  type ClientInfo,
  type Session,
  sessionOwner,
} from './sessions.store.ts'
import { userAnswer } from './user-answer.ts'
import { findUser, markSignedIn, type User } from './users.store.ts'
import { AuthError, invalid } from './wire.ts'

/** How long a used refresh token still works, because tabs race each other and responses get lost. */
const reuseMs = 10_000

interface Proof {
  method: string
  passkeyId?: string | null
}

/** Reports whether signing in with the method proves more than access to the account's mailbox. A sign-in at an external
 *  provider counts only for users without a password, because the provider often signs people in without asking. */
const isProof = (method: string, { passwordHash }: User): boolean =>
  ['password', 'passkey'].includes(method) || (method === 'oauth' && passwordHash === null)

/** Starts a session for the user. @returns the session in the protocol's format */
export async function startSession(
  auth: Auth,
  db: Db,
  user: User,
  { method, passkeyId = null }: Proof,
  client: ClientInfo,
) {
  const now = nowOf(auth)
  const [id, secret] = [randomUUID(), randomBytes(32)]
  const session = {
    id,
    userId: user.id,
    counter: 0,
    secret: { sealed: auth.sealing.seal(sessionOwner(id), secret), plain: null },
    method,
    passkeyId,
    second: null,
    provenAt: isProof(method, user) ? now : null,
    createdAt: now,
  }
  await insertSession(db, session, client, now)
  await auditAccount(db, { action: 'sign_in.succeeded', account: accountOf(auth, user), details: { method } })
  return sessionAnswer(auth, (await markSignedIn(db, user.id, now)) ?? user, session)
}

/** Exchanges a refresh token for the session's next one. Concurrent calls get the same new token. A token that was used
 *  longer ago must have been stolen or copied, so the session ends. */
export async function refreshSession(auth: Auth, value: unknown, client: ClientInfo) {
  const token = readRefreshToken(value)
  const session = await sessionOf(auth, token)
  const user = await findUser(auth.db, session.userId)
  if (!user) throw notFound()
  if (isBanned(auth, user)) throw await banned(auth, user)
  const counter = await nextCounter(auth, session, token, client)
  return sessionAnswer(auth, user, { ...session, counter })
}

/** Raises the session to AAL2. @returns the session with new tokens, in the protocol's format, and how it started */
export async function raiseToSecondLevel(
  auth: Auth,
  db: Db,
  sessionId: string,
  proof: { factorId: string; method: string },
) {
  const session = await raiseSession(db, sessionId, proof, nowOf(auth))
  const user = session && (await findUser(db, session.userId))
  if (!user) throw new AuthError(403, 'session_not_found', t('The session has ended'))
  return { session: await sessionAnswer(auth, user, session), method: session.method }
}

/** Returns the session in the protocol's format, with its current refresh token. @throws AuthError if it has ended */
export async function currentSession(auth: Auth, db: Db, sessionId: string) {
  const session = await findSession(db, sessionId)
  const user = session && (await findUser(db, session.userId))
  if (!user) throw notFound()
  return sessionAnswer(auth, user, session)
}

export const isBanned = (auth: Auth, user: User) => user.bannedUntil !== null && user.bannedUntil > nowOf(auth)

/** Returns the error for a banned user. Only for callers who have authenticated. */
export const banned = async ({ banMessage, issuer }: Auth, { id }: User, status = 400) =>
  new AuthError(status, 'user_banned', await banMessage(issuer, id))

async function sessionOf(auth: Auth, token: RefreshToken): Promise<Session> {
  const session = await findSession(auth.db, token.sessionId)
  if (!session || !token.isSignedWith(secretOf(auth, session))) throw notFound()
  const nowMs = auth.clock.now()
  const isOver =
    nowMs - session.refreshedAt.getTime() >= sessionLimits.idleMs ||
    nowMs - session.createdAt.getTime() >= sessionLimits.absoluteMs
  if (!isOver) return session
  await end(auth, session)
  throw new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
}

async function nextCounter(auth: Auth, session: Session, token: RefreshToken, client: ClientInfo): Promise<number> {
  if (token.counter > session.counter) throw invalid('Invalid Refresh Token: Not Issued By This Server')
  if (token.counter < session.counter) return repeatCounter(auth, session, token)
  const won = await advanceSession(auth.db, session, client, nowOf(auth))
  auth.liveSessions.forget()
  return won ? token.counter + 1 : repeatCounter(auth, await sessionOf(auth, token), token)
}

/** Returns the newest counter again for a used token, if doing so is harmless. */
async function repeatCounter(auth: Auth, session: Session, token: RefreshToken): Promise<number> {
  const isRecent = Math.abs(auth.clock.now() - session.refreshedAt.getTime()) < reuseMs
  const answerWasLost = session.counter - token.counter === 1 && !session.newestPresented
  if (isRecent || answerWasLost) return session.counter
  await end(auth, session)
  throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
}

async function end(auth: Auth, session: Session) {
  await endSession(auth.db, session.id)
  auth.liveSessions.forget()
}

async function sessionAnswer(
  auth: Auth,
  user: User,
  session: Pick<Session, 'id' | 'counter' | 'secret' | 'method' | 'passkeyId' | 'second' | 'createdAt'>,
) {
  const accessToken = await auth.accessTokens.write(user, session)
  return {
    ...accessToken,
    refresh_token: writeRefreshToken({ ...session, secret: secretOf(auth, session) }),
    user: userAnswer(auth, user),
  }
}

const secretOf = ({ sealing }: Auth, { id, secret }: Pick<Session, 'id' | 'secret'>): Buffer =>
  sealing.open(sessionOwner(id), secret)

const notFound = () => new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
