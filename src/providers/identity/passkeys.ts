import { randomUUID } from 'node:crypto'
import { t } from '#messages/messages.ts'
import { auditAccount } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { accountOf, type Auth, nowOf } from './auth.ts'
import { type Caller, callerOf } from './caller.ts'
import { deviceName, shownDevice } from '#kernel/device-name.ts'
import { profileOf } from './inputs.ts'
import { requireRemainingFactor, requireSecondLevel } from './factors.ts'
import { queueEmail } from './email-queue.ts'
import { changeFactorsPerUser, enforceLimit } from './limits.ts'
import {
  challengeMs,
  openCeremony,
  requireRelyingParty,
  consumeChallenge,
  verified,
  webAuthn,
} from './passkey-ceremony.ts'
import { type NewCredential, readNewCredential, readPasskeyName } from './passkey-inputs.ts'
import {
  deletePasskey,
  insertPasskey,
  listCredentials,
  listPasskeys,
  type Passkey,
  raiseByPasskey,
  renamePasskey,
} from './passkeys.store.ts'
import { clientInfoOf } from './account-sessions.ts'
import type { RelyingParty } from './relying-party.ts'
import { isUniqueViolation, lockUser } from './users.store.ts'
import { type AuthCall, AuthError, insufficientLevel, json, noContent } from './wire.ts'

const maxPasskeys = 20
/** EdDSA, ES256, RS256: every authenticator supports one of them. Source: IANA, COSE Algorithms. */
const algorithms = [-8, -7, -257]

/** GET /passkeys: oldest first. */
export async function showPasskeys(auth: Auth, call: AuthCall): Promise<Response> {
  const { user } = await fullySignedInCaller(auth, call)
  return json((await listPasskeys(auth.db, user.id)).map(passkeyAnswer))
}

/** POST /passkeys/registration/options: creates the options for a new passkey, valid in this session for five
 *  minutes. */
export async function startPasskey(auth: Auth, call: AuthCall): Promise<Response> {
  const party = requireRelyingParty(auth)
  const { user, sessionId } = await factorChangingCaller(auth, call)
  const credentials = await listCredentials(auth.db, user.id)
  if (credentials.length >= maxPasskeys) throw tooManyPasskeys()
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: auth.siteName(),
    rpID: party.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: profileOf(user.metadata).fullName ?? '',
    timeout: challengeMs,
    excludeCredentials: credentials.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return json(await openCeremony(auth, options, sessionId))
}

/** POST /passkeys/registration/verify: stores the passkey under the device's name, raises the session to AAL2, which its
 *  next token reflects, and notifies the user by email. */
export async function addPasskey(auth: Auth, call: AuthCall): Promise<Response> {
  const party = requireRelyingParty(auth)
  const { user, sessionId } = await factorChangingCaller(auth, call)
  const { challengeId, credential } = readNewCredential(call.body)
  const challenge = await consumeChallenge(auth, challengeId, sessionId)
  const made = await registered(auth, party, challenge, credential)
  const [id, name, createdAt] = [randomUUID(), shownDevice(deviceName(clientInfoOf(call).userAgent)), nowOf(auth)]
  const passkey = { id, userId: user.id, name, ...made }
  await inTransaction(auth.db, async (db) => {
    if (!(await insertPasskey(db, passkey, maxPasskeys, createdAt))) throw tooManyPasskeys()
    await queueEmail(db, { kind: 'passkey_added', email: user.email })
    await auditAccount(db, { action: 'passkey.added', account: accountOf(auth, user) })
    await raiseByPasskey(db, sessionId, id)
  }).catch(refuseKnown)
  auth.liveSessions.forget()
  return json(passkeyAnswer({ ...passkey, createdAt, lastUsedAt: null }))
}

/** PATCH /passkeys/:id */
export async function changePasskey(auth: Auth, call: AuthCall): Promise<Response> {
  const { user } = await changingCaller(auth, call)
  const passkey = await renamePasskey(auth.db, call.id, user.id, readPasskeyName(call.body.friendly_name))
  if (!passkey) throw passkeyNotFound()
  return json(passkeyAnswer(passkey))
}

/** DELETE /passkeys/:id: removes the passkey, ends other sessions that started with it, and notifies the user by
 *  email. */
export async function removePasskey(auth: Auth, call: AuthCall): Promise<Response> {
  const { user, sessionId } = await factorChangingCaller(auth, call)
  await inTransaction(auth.db, async (db) => {
    await lockUser(db, user.id)
    if (!(await deletePasskey(db, call.id, user.id, sessionId))) throw passkeyNotFound()
    await requireRemainingFactor(auth, db, user)
    await queueEmail(db, { kind: 'passkey_removed', email: user.email })
    await auditAccount(db, { action: 'passkey.removed', account: accountOf(auth, user) })
  })
  auth.liveSessions.forget()
  return noContent()
}

async function registered(auth: Auth, { id, origin }: RelyingParty, challenge: string, response: NewCredential) {
  const { registrationInfo } = await verified(auth, async () => {
    const { verifyRegistrationResponse } = await webAuthn()
    await refuseAttested(response)
    return verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs: algorithms,
    })
  })
  const { credential, credentialBackedUp: isBackedUp } = registrationInfo!
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: response.response.transports,
    isBackedUp,
  }
}

/** Rejects attestations, which were not requested, because the library would fetch revocation lists for their
 *  certificates. */
async function refuseAttested({ response }: NewCredential): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const format = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url'))).get(
    'fmt',
  )
  if (format !== 'none' && format !== 'packed') throw new Error(`Unsupported attestation format ${format}`)
}

/** Returns the caller, who must have entered their second factor if they have one. */
async function fullySignedInCaller(auth: Auth, call: AuthCall): Promise<Caller> {
  const caller = await callerOf(auth, call)
  if (!caller.isFullySignedIn) throw insufficientLevel('AAL2 required to manage passkeys')
  return caller
}

async function changingCaller(auth: Auth, call: AuthCall): Promise<Caller> {
  const caller = await fullySignedInCaller(auth, call)
  await enforceLimit(auth, changeFactorsPerUser, caller.user.id)
  return caller
}

/** Like {@link changingCaller}, for calls that add or remove a passkey. */
async function factorChangingCaller(auth: Auth, call: AuthCall): Promise<Caller> {
  const caller = await changingCaller(auth, call)
  await requireSecondLevel(auth, caller)
  return caller
}

const passkeyAnswer = ({ id, name, isBackedUp, createdAt, lastUsedAt }: Passkey) => ({
  id,
  friendly_name: name,
  backed_up: isBackedUp,
  created_at: createdAt.toISOString(),
  ...(lastUsedAt && { last_used_at: lastUsedAt.toISOString() }),
})

function refuseKnown(reason: unknown): never {
  if (!isUniqueViolation(reason)) throw reason
  throw new AuthError(422, 'webauthn_credential_exists', t('This passkey is already registered.'))
}

const tooManyPasskeys = () =>
  new AuthError(
    422,
    'too_many_passkeys',
    t('An account can have at most {maxPasskeys} passkeys. Remove one first.', { maxPasskeys }),
  )
const passkeyNotFound = () => new AuthError(404, 'webauthn_credential_not_found', t('Passkey not found'))
