import { t } from '#messages/messages.ts'
import { auditAccount } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { networkOf } from '#kernel/networks.ts'
import { accountOf, type Auth, nowOf } from './auth.ts'
import { callerOf } from './caller.ts'
import { exchangeCode } from './external-code.ts'
import { sessionJson } from './known-devices.ts'
import { recordWrongPassword } from './failed-sign-ins.ts'
import { enforceLimit, refreshPerAddress } from './limits.ts'
import { isOutdated, readOfferedPassword } from './passwords.ts'
import { clientInfoOf } from './account-sessions.ts'
import { endSession, endSessions } from './sessions.store.ts'
import { banned, isBanned, refreshSession, startSession } from './sessions.ts'
import { countSignIn } from './sign-in-limits.ts'
import { changePasswordHash, findUserByEmail, lockPassword } from './users.store.ts'
import { type AuthCall, AuthError, invalid, json, noContent } from './wire.ts'

/** POST /token: returns a session for a password, a refresh token, or the code of a sign-in at an external provider. */
export async function token(auth: Auth, call: AuthCall): Promise<Response> {
  const grant = call.query.get('grant_type')
  if (grant === 'password') return sessionJson(auth, call, { session: await signIn(auth, call), method: 'password' })
  if (grant === 'pkce') return exchangeCode(auth, call)
  if (grant !== 'refresh_token') throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  await enforceLimit(auth, refreshPerAddress, networkOf(call.ip))
  return json(await refreshSession(auth, call.body.refresh_token, clientInfoOf(call)))
}

async function signIn(auth: Auth, call: AuthCall) {
  const { body } = call
  if (body.phone && !body.email) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  if (typeof body.email !== 'string' || body.email === '') throw invalid('missing email or phone')
  const email = body.email.toLowerCase().slice(0, 255)
  const password = readOfferedPassword(body.password)
  const attempt = await countSignIn(auth, call, email)
  const user = await findUserByEmail(auth.db, email)
  const verify = attempt.isTrusted ? auth.passwords.verify : auth.passwords.verifyForStranger
  const passwordHash = user?.passwordHash ?? null
  const isRight = password !== null && (await verify(password, passwordHash))
  if (!user || !passwordHash || !isRight) {
    await recordWrongPassword(auth, email)
    throw wrongCredentials()
  }
  if (isBanned(auth, user)) throw await banned(auth, user)
  if (!user.confirmedAt) throw new AuthError(400, 'email_not_confirmed', t('Email not confirmed'))
  await attempt.succeed()
  const renewedHash = isOutdated(passwordHash) ? await auth.passwords.hash(password) : null
  return inTransaction(auth.db, async (db) => {
    if (!(await lockPassword(db, user))) throw wrongCredentials()
    if (renewedHash) await changePasswordHash(db, user.id, renewedHash, nowOf(auth))
    return startSession(auth, db, user, { method: 'password' }, clientInfoOf(call))
  })
}

const wrongCredentials = () => new AuthError(400, 'invalid_credentials', t('Invalid login credentials'))

/** Ends all of the account's sessions except `keep`. */
const endOthers = (auth: Auth, userId: string, keep: string | null) =>
  inTransaction(auth.db, async (db) => {
    await endSessions(db, userId, keep)
    await auditAccount(db, { action: 'sessions.ended', account: accountOf(auth, { id: userId }) })
  })

/** POST /logout: ends this session, the others, or all of them. */
export async function signOut(auth: Auth, call: AuthCall): Promise<Response> {
  const { user, sessionId } = await callerOf(auth, call)
  const scope = call.query.get('scope') ?? 'global'
  if (scope === 'global') await endOthers(auth, user.id, null)
  else if (scope === 'others') await endOthers(auth, user.id, sessionId)
  else if (scope === 'local') await endSession(auth.db, sessionId)
  else throw invalid(`Unsupported logout scope "${scope}"`)
  auth.liveSessions.forget()
  return noContent()
}
