import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { t } from '#messages/messages.ts'
import { auditAccount } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { resetLimit } from '#kernel/rate-limits.store.ts'
import { accountOf, type Auth, nowOf } from './auth.ts'
import { type Caller, callerOf } from './caller.ts'
import { factorNotFound, readName, refuseNameTaken } from './factors.ts'
import { queueEmail } from './email-queue.ts'
import { sessionJson } from './known-devices.ts'
import { changeFactorsPerUser, enforceLimit, recoveryCodePerUser } from './limits.ts'
import {
  deleteRecoveryFactor,
  findRecoveryCodes,
  insertRecoveryFactor,
  type RecoveryCodes,
  replaceCodes,
  consumeCode,
} from './recovery-codes.store.ts'
import { markProven } from './sessions.store.ts'
import { raiseToSecondLevel } from './sessions.ts'
import { type AuthCall, AuthError, insufficientLevel, json } from './wire.ts'

const setSize = 10
/** Excludes 0, o, 1, and l, which are easily confused: 32 characters, 5 bits each. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz'
const codeLength = 16

/** GET /factors/recovery-codes: returns the number of remaining codes, never the codes. */
export async function showRecoveryCodes(auth: Auth, call: AuthCall): Promise<Response> {
  const { user } = await callerOf(auth, call)
  const { id, total, remaining } = await codesOf(auth, user.id)
  return json({ id, type: 'recovery_code', total, remaining })
}

/** POST /factors/recovery-codes: creates the account's codes and returns them this once. Requires an app: codes are
 *  never the only factor, and a session that started with a passkey is AAL2 even without an app. */
export async function generateRecoveryCodes(auth: Auth, call: AuthCall): Promise<Response> {
  const { user } = await secondLevelCaller(auth, call)
  if (!user.factors.some(({ kind, isVerified }) => kind === 'totp' && isVerified)) throw factorNotFound()
  if (user.factors.some(({ kind }) => kind === 'recovery_code')) {
    throw new AuthError(422, 'mfa_verified_factor_exists', t('Recovery codes already exist, regenerate them instead'))
  }
  const [id, name] = [randomUUID(), readName(call.body.friendly_name) || 'Recovery codes']
  const codes = await inTransaction(auth.db, async (db) => {
    await insertRecoveryFactor(db, id, user.id, name, nowOf(auth)).catch(refuseNameTaken)
    await queueEmail(db, { kind: 'recovery_codes_made', email: user.email })
    await auditAccount(db, { action: 'recovery_codes.created', account: accountOf(auth, user) })
    return newSet(auth, db, id)
  })
  return json({ id, type: 'recovery_code', friendly_name: name, total: setSize, codes })
}

/** POST /factors/recovery-codes/regenerate: replaces all codes. */
export async function regenerateRecoveryCodes(auth: Auth, call: AuthCall): Promise<Response> {
  const { user } = await secondLevelCaller(auth, call)
  const { id, name } = await codesOf(auth, user.id)
  const codes = await inTransaction(auth.db, async (db) => {
    await queueEmail(db, { kind: 'recovery_codes_made', email: user.email })
    await auditAccount(db, { action: 'recovery_codes.created', account: accountOf(auth, user) })
    return newSet(auth, db, id)
  })
  await resetLimit(auth.db, recoveryCodePerUser, user.id)
  return json({ id, type: 'recovery_code', friendly_name: name, total: setSize, codes })
}

/** POST /factors/recovery-codes/verify: works like a code from an app, but each recovery code works only once. */
export async function verifyRecoveryCode(auth: Auth, call: AuthCall): Promise<Response> {
  const { user, sessionId, isSecondLevel } = await callerOf(auth, call)
  await enforceLimit(auth, recoveryCodePerUser, user.id).catch((reason: unknown) => {
    if (!(reason instanceof AuthError)) throw reason
    const { retryAfterSeconds } = reason
    const message = t('Too many failed attempts. Wait, or use another factor.')
    throw new AuthError(429, 'mfa_recovery_codes_locked', message, retryAfterSeconds ? { retryAfterSeconds } : {})
  })
  const hash = hashOf(typeof call.body.code === 'string' ? call.body.code : '')
  const raised = await inTransaction(auth.db, async (db) => {
    const consumed = await consumeCode(db, user.id, hash, nowOf(auth))
    if (!consumed) return null
    await queueEmail(db, { kind: 'recovery_code_used', email: user.email })
    await auditAccount(db, { action: 'recovery_codes.used', account: accountOf(auth, user) })
    await markProven(db, sessionId, nowOf(auth))
    return raiseToSecondLevel(auth, db, sessionId, { factorId: consumed.factorId, method: 'mfa/recovery_code' })
  })
  if (!raised) {
    await auditAccount(auth.db, { action: 'sign_in.code_rejected', account: accountOf(auth, user) })
    throw new AuthError(422, 'mfa_verification_failed', t('Invalid recovery code entered'))
  }
  auth.liveSessions.forget()
  await resetLimit(auth.db, recoveryCodePerUser, user.id)
  if (isSecondLevel) return json(raised.session)
  return sessionJson(auth, call, { ...raised, isSecondLevel: true, isReported: true })
}

/** DELETE /factors/recovery-codes */
export async function removeRecoveryCodes(auth: Auth, call: AuthCall): Promise<Response> {
  const { user } = await secondLevelCaller(auth, call)
  const removed = await inTransaction(auth.db, async (db) => {
    const factor = await deleteRecoveryFactor(db, user.id)
    if (!factor) return null
    await queueEmail(db, { kind: 'recovery_codes_removed', email: user.email })
    await auditAccount(db, { action: 'recovery_codes.removed', account: accountOf(auth, user) })
    return factor
  })
  if (!removed) throw factorNotFound()
  auth.liveSessions.forget()
  return json(removed)
}

async function secondLevelCaller(auth: Auth, call: AuthCall): Promise<Caller> {
  const caller = await callerOf(auth, call)
  await enforceLimit(auth, changeFactorsPerUser, caller.user.id)
  if (!caller.isSecondLevel) throw insufficientLevel('AAL2 required to manage recovery codes')
  return caller
}

async function codesOf(auth: Auth, userId: string): Promise<RecoveryCodes> {
  const codes = await findRecoveryCodes(auth.db, userId)
  if (!codes) throw factorNotFound()
  return codes
}

async function newSet(auth: Auth, db: Auth['db'], factorId: string): Promise<string[]> {
  const codes = Array.from({ length: setSize }, newCode)
  await replaceCodes(db, factorId, codes.map(hashOf), nowOf(auth))
  return codes
}

const newCode = () => [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]).join('')
const hashOf = (code: string) => createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest()
