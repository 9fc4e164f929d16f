import { randomUUID } from 'node:crypto'
import { renderSVG } from 'uqr'
import { t } from '#messages/messages.ts'
import { auditAccount } from '#kernel/audit.store.ts'
import { type Db, inTransaction } from '#kernel/db.ts'
import { accountOf, type Auth, nowOf } from './auth.ts'
import { isUuid } from './bearer.ts'
import { type Caller, callerOf } from './caller.ts'
import {
  type App,
  deleteApp,
  dropChallenge,
  dropUnverifiedApps,
  findApp,
  findChallenge,
  hasSecondFactor,
  insertApp,
  insertChallenge,
  consumeStep,
} from './factors.store.ts'
import { queueEmail } from './email-queue.ts'
import { sessionJson } from './known-devices.ts'
import { changeFactorsPerUser, enforceLimit, enforceCodeLimits } from './limits.ts'
import { markProven } from './sessions.store.ts'
import { raiseToSecondLevel } from './sessions.ts'
import { newTotpSecret, otpAuthUri, base32, stepOf } from './totp.ts'
import { isUniqueViolation, lockUser, type User } from './users.store.ts'
import { type AuthCall, AuthError, insufficientLevel, invalid, json } from './wire.ts'

const maxFactors = 10
const challengeMs = 5 * 60_000
/** Unverified apps are deleted after this time. */
export const unverifiedMs = 24 * 3_600_000

/** POST /factors: returns a new secret, which is shown only once. The app becomes a factor with its first correct code.
 *  Replaces earlier unverified apps. */
export async function enrollFactor(auth: Auth, call: AuthCall): Promise<Response> {
  const caller = await callerOf(auth, call)
  const { user } = caller
  await enforceLimit(auth, changeFactorsPerUser, user.id)
  if (call.body.factor_type !== 'totp') throw invalid('factor_type needs to be totp')
  await requireSecondLevel(auth, caller)
  if (user.factors.filter(({ isVerified }) => isVerified).length >= maxFactors) {
    const message = t('Maximum number of factors reached, unenroll one to continue')
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
  }
  const [id, secret, name] = [randomUUID(), newTotpSecret(), readName(call.body.friendly_name)]
  const sealedSecret = auth.sealing.seal(id, secret)
  await inTransaction(auth.db, async (db) => {
    await dropUnverifiedApps(db, user.id)
    await insertApp(db, { id, userId: user.id, name, sealedSecret }, nowOf(auth))
  }).catch(refuseNameTaken)
  const uri = otpAuthUri(auth.siteName(), user.email, secret)
  const totp = { qr_code: renderSVG(uri, { border: 4, pixelSize: 4 }), secret: base32(secret), uri }
  return json({ id, type: 'totp', friendly_name: name, totp })
}

/** POST /factors/:id/challenge: creates a challenge for this session, valid for five minutes. */
export async function challengeFactor(auth: Auth, call: AuthCall): Promise<Response> {
  const { user, sessionId } = await callerOf(auth, call)
  await enforceLimit(auth, changeFactorsPerUser, user.id)
  const { id: factorId } = await appOf(auth, user, call.id)
  const id = randomUUID()
  const expiresAt = new Date(auth.clock.now() + challengeMs)
  await insertChallenge(auth.db, { id, factorId, sessionId }, nowOf(auth), expiresAt)
  return json({ id, type: 'totp', expires_at: Math.floor(expiresAt.getTime() / 1000) })
}

/** POST /factors/:id/verify: if the code is correct, raises the session to AAL2 and returns new tokens. */
export async function verifyFactor(auth: Auth, call: AuthCall): Promise<Response> {
  const caller = await callerOf(auth, call)
  const { user, sessionId, isSecondLevel } = caller
  const app = await appOf(auth, user, call.id)
  if (!app.isVerified) await requireSecondLevel(auth, caller)
  const { code, challenge_id: challengeId } = call.body
  if (typeof code !== 'string' || code === '') throw invalid(t('Code needs to be non-empty'))
  await refuseExpired(auth, challengeId, app, sessionId)
  const resetLimit = await enforceCodeLimits(auth, user.id)
  const step = stepOf(code.replaceAll(' ', ''), auth.sealing.unseal(app.id, app.sealedSecret), auth.clock.now())
  if (step === null) {
    await auditAccount(auth.db, { action: 'sign_in.code_rejected', account: accountOf(auth, user) })
    throw wrongCode()
  }
  const raised = await inTransaction(auth.db, async (db) => {
    if (!(await consumeStep(db, app.id, step, nowOf(auth)))) throw wrongCode()
    await dropChallenge(db, String(challengeId))
    await dropUnverifiedApps(db, user.id)
    if (!app.isVerified) {
      await queueEmail(db, { kind: 'factor_added', email: user.email })
      await auditAccount(db, { action: 'app.added', account: accountOf(auth, user) })
    }
    // Adding an app already required recent authentication, so its first code does not count as a new authentication.
    if (app.isVerified) await markProven(db, sessionId, nowOf(auth))
    return raiseToSecondLevel(auth, db, sessionId, { factorId: app.id, method: 'totp' })
  })
  auth.liveSessions.forget()
  await resetLimit()
  const completesSignIn = app.isVerified && !isSecondLevel
  return completesSignIn ? sessionJson(auth, call, { ...raised, isSecondLevel: true }) : json(raised.session)
}

/** DELETE /factors/:id */
export async function removeFactor(auth: Auth, call: AuthCall): Promise<Response> {
  const caller = await callerOf(auth, call)
  const { user } = caller
  await enforceLimit(auth, changeFactorsPerUser, user.id)
  const app = await appOf(auth, user, call.id)
  await requireSecondLevel(auth, caller)
  await inTransaction(auth.db, async (db) => {
    await lockUser(db, user.id)
    const isGone = await deleteApp(db, app.id, user.id)
    if (!isGone || !app.isVerified) return
    await requireRemainingFactor(auth, db, user)
    await queueEmail(db, { kind: 'factor_removed', email: user.email })
    await auditAccount(db, { action: 'app.removed', account: accountOf(auth, user) })
  })
  auth.liveSessions.forget()
  return json({ id: app.id })
}

/** Rejects AAL1 sessions of users who have an app or a passkey. Otherwise, the password alone would be enough to add or
 *  remove a factor, because a proof of identity can be a password. @throws AuthError insufficient_aal */
export async function requireSecondLevel(auth: Auth, { user, isSecondLevel }: Caller): Promise<void> {
  if (isSecondLevel || !(await hasSecondFactor(auth.db, user.id))) return
  throw insufficientLevel(t('Sign out, and sign in with your passkey or a code to change your second factors.'))
}

/** Call it after removing a factor, in the same transaction. @throws AuthError second_factor_required if it was the
 *  user's last app or passkey and their role requires one */
export async function requireRemainingFactor(auth: Auth, db: Db, { id }: User): Promise<void> {
  if ((await hasSecondFactor(db, id)) || !(await auth.needsSecondFactor(db, auth.issuer, id))) return
  const message = t(
    'Your role requires two-factor authentication. Add another app or passkey before you remove this one.',
  )
  throw new AuthError(422, 'second_factor_required', message)
}

async function appOf(auth: Auth, user: User, id: string): Promise<App> {
  const app = await findApp(auth.db, id, user.id)
  if (!app) throw factorNotFound()
  return app
}

/** A challenge belongs to one factor and one session. */
async function refuseExpired(auth: Auth, id: unknown, app: App, sessionId: string): Promise<void> {
  const challenge = isUuid(id) ? await findChallenge(auth.db, id, app.id, sessionId) : null
  if (!challenge)
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  if (challenge.expiresAt.getTime() > auth.clock.now()) return
  const message = t('MFA challenge has expired, verify against another challenge or create a new challenge.')
  throw new AuthError(422, 'mfa_challenge_expired', message)
}

export function readName(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string' || value.length > 100) throw invalid('friendly_name must be at most 100 characters')
  return value.trim()
}

export function refuseNameTaken(reason: unknown): never {
  if (!isUniqueViolation(reason)) throw reason
  throw new AuthError(422, 'mfa_factor_name_conflict', t('A factor with that friendly name already exists'))
}

export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', t('Factor not found'))
const wrongCode = () => new AuthError(422, 'mfa_verification_failed', t('Invalid TOTP code entered'))
