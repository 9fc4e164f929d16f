import { t } from '#messages/messages.ts'
import { auditAccount } from '#kernel/audit.store.ts'
import { type Db, inTransaction } from '#kernel/db.ts'
import { accountOf, type Auth, nowOf } from './auth.ts'
import { type Caller, callerOf } from './caller.ts'
import { deleteConnectedAccounts } from './connected-accounts.store.ts'
import { mergeMetadata, namesIn, readEmail } from './inputs.ts'
import { queueEmail } from './email-queue.ts'
import { changePerUser, enforceLimit, enforceEmailLimits } from './limits.ts'
import { checkPassword } from './password-check.ts'
import { readNewPassword } from './password-rules.ts'
import { isRecovering, wrongPassword } from './recent-proof.ts'
import { pathOnSite } from './redirect.ts'
import { endRecovery, endSessions } from './sessions.store.ts'
import { dropEmailChangeTokens, dropTokens } from './tokens.store.ts'
import { userAnswer } from './user-answer.ts'
import {
  requestEmailChange,
  changeEmail,
  changeMetadata,
  changePasswordHash,
  markPasswordTemporary,
  findUser,
  findUserByEmail,
  isUniqueViolation,
  type User,
} from './users.store.ts'
import { type AuthCall, AuthError, insufficientLevel, json, passwordChangeRequired } from './wire.ts'

/** GET /user */
export async function showUser(auth: Auth, call: AuthCall): Promise<Response> {
  return json(userAnswer(auth, (await callerOf(auth, call)).user))
}

/** PUT /user: changes the password, email address, and metadata, whichever are sent. Validates everything before
 *  storing anything. */
export async function updateUser(auth: Auth, call: AuthCall): Promise<Response> {
  const caller = await callerOf(auth, call)
  const { user, sessionId } = caller
  await enforceLimit(auth, changePerUser, user.id)
  if (!caller.isFullySignedIn)
    throw insufficientLevel('AAL2 session is required to update the account when MFA is enabled.')
  const { body, query } = call
  if (body.app_metadata) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const email = body.email ? otherEmail(user, body.email) : null
  const metadata = body.data ? mergeMetadata(user.metadata, body.data) : null
  if (user.mustChangePassword && (email || metadata || !body.password)) throw passwordChangeRequired()
  const password = (body.password ?? null) === null ? null : await readPasswordOf(auth, user, body.password, email)
  if (password) await demandPassword(auth, caller, call)
  if (email && (await findUserByEmail(auth.db, email))?.confirmedAt) throw emailExists()
  const passwordHash = password ? await newHash(auth, user, password) : null
  if (email && !auth.autoconfirm) await enforceEmailLimits(auth, email)

  const now = nowOf(auth)
  await inTransaction(auth.db, async (db) => {
    if (metadata) await changeMetadata(db, user.id, metadata, now)
    if (passwordHash) {
      await setPasswordHash(auth, db, user, passwordHash, { keep: sessionId })
      await endRecovery(db, sessionId, now)
    }
    if (email) await beginEmailChange(auth, db, user, email, pathOnSite(auth.siteUrl, query.get('redirect_to')))
  }).catch((reason: unknown) => {
    throw isUniqueViolation(reason) ? emailExists() : reason
  })
  auth.liveSessions.forget()
  return json(userAnswer(auth, (await findUser(auth.db, user.id)) ?? user))
}

/** Returns the new password if it is acceptable. @throws AuthError */
export async function readPasswordOf(auth: Auth, user: User, value: unknown, newEmail: string | null = null) {
  const names = await auth.memberNames(auth.issuer, user.id)
  return readNewPassword(auth, value, [user.email, newEmail ?? '', ...namesIn(user.metadata), ...names])
}

/** Stores the password, ends the user's sessions except `keep`, invalidates all emailed links, and notifies the user by
 *  email. With a temporary password, also disconnects all accounts, because someone else may have connected them. */
export async function setPasswordHash(
  auth: Auth,
  db: Db,
  user: User,
  passwordHash: string,
  { keep = null, isTemporary = false }: { keep?: string | null; isTemporary?: boolean },
) {
  // Before the sessions end, so that a sign-in in progress with such an account ends too.
  if (isTemporary) await deleteConnectedAccounts(db, user.id)
  await changePasswordHash(db, user.id, passwordHash, nowOf(auth))
  await markPasswordTemporary(db, user.id, isTemporary)
  await endSessions(db, user.id, keep)
  await dropTokens(db, user.id)
  await queueEmail(db, { kind: 'password_changed', email: user.email })
  const account = accountOf(auth, user)
  await auditAccount(
    db,
    isTemporary ? { action: 'password.reset', account, by: 'operator' } : { action: 'password.changed', account },
  )
}

/** Changes the account's address, invalidates all emailed links, and notifies the old address. @returns the user, or
 *  null if the account was deleted */
export async function applyEmailChange(auth: Auth, db: Db, user: User, email: string): Promise<User | null> {
  await dropTokens(db, user.id)
  await queueEmail(db, { kind: 'email_changed', email: user.email, userId: user.id })
  await auditAccount(db, { action: 'email.changed', account: accountOf(auth, user) })
  return changeEmail(db, user.id, email, nowOf(auth))
}

export const emailExists = () =>
  new AuthError(422, 'email_exists', t('A user with this email address has already been registered'))

function otherEmail(user: User, value: unknown): string | null {
  const email = readEmail(value)
  return email === user.email ? null : email
}

/** A new password requires the current one, even after recent authentication (ASVS 6.2.3), or a password reset link. */
async function demandPassword(auth: Auth, { user, sessionId }: Caller, { body }: AuthCall) {
  const { current_password: current } = body
  if (typeof current === 'string' && current !== '') {
    if (await checkPassword(auth, { user, sessionId }, current)) return
    throw wrongPassword()
  }
  const hasNone = user.passwordHash === null // recent authentication is sufficient
  if (hasNone || user.mustChangePassword || (await isRecovering(auth, sessionId))) return
  throw new AuthError(400, 'current_password_required', t('Enter your current password, or request a new link.'))
}

async function newHash(auth: Auth, user: User, password: string): Promise<string> {
  if (await auth.passwords.verify(password, user.passwordHash)) {
    throw new AuthError(422, 'same_password', t('New password should be different from the old password.'))
  }
  return auth.passwords.hash(password)
}

async function beginEmailChange(auth: Auth, db: Db, user: User, email: string, next: string) {
  if (auth.autoconfirm) return applyEmailChange(auth, db, user, email)
  await dropEmailChangeTokens(db, user.id)
  await requestEmailChange(db, user.id, email, nowOf(auth))
  return queueEmail(db, { kind: 'email_change', email: user.email, next })
}
