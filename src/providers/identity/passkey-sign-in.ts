import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { type Auth, nowOf } from './auth.ts'
import { sessionJson } from './known-devices.ts'
import { enforceNetworkLimit, passkeyPerNetwork } from './limits.ts'
import {
  challengeMs,
  notVerified,
  openCeremony,
  requireRelyingParty,
  consumeChallenge,
  verified,
  webAuthn,
} from './passkey-ceremony.ts'
import { readSignedCredential, type SignedCredential } from './passkey-inputs.ts'
import { findPasskeyKey, notePasskeyUse, type PasskeyKey } from './passkeys.store.ts'
import { clientInfoOf } from './account-sessions.ts'
import { banned, isBanned, startSession } from './sessions.ts'
import { findUser, type User } from './users.store.ts'
import { type AuthCall, AuthError, json } from './wire.ts'

/** POST /passkeys/authentication/options: creates a challenge for any passkey, valid for five minutes. */
export async function startPasskeySignIn(auth: Auth, call: AuthCall): Promise<Response> {
  const { id: rpID } = requireRelyingParty(auth)
  await enforceNetworkLimit(auth, passkeyPerNetwork, call.ip)
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({ rpID, timeout: challengeMs, userVerification: 'required' })
  return json(await openCeremony(auth, options, null))
}

/** POST /passkeys/authentication/verify: starts an AAL2 session, because the device has verified its user. */
export async function signInWithPasskey(auth: Auth, call: AuthCall): Promise<Response> {
  requireRelyingParty(auth)
  await enforceNetworkLimit(auth, passkeyPerNetwork, call.ip)
  const { passkey, use } = await verifySignature(auth, call.body)
  const user = await findUser(auth.db, passkey.userId)
  if (!user) throw passkeyUnknown()
  await refuseBannedOrUnconfirmed(auth, user)
  const session = await inTransaction(auth.db, async (db) => {
    if (!(await notePasskeyUse(db, passkey.id, use, nowOf(auth)))) throw notVerified()
    return startSession(auth, db, user, { method: 'passkey', passkeyId: passkey.id }, clientInfoOf(call))
  })
  return sessionJson(auth, call, { session, method: 'passkey', isSecondLevel: true })
}

/** Reports whether one of the user's passkeys created the signature. Counts toward the limit for passkey sign-ins.
 *  @throws AuthError if the signature is invalid */
export async function provesByPasskey(auth: Auth, userId: string, body: Record<string, unknown>, ip: string) {
  requireRelyingParty(auth)
  await enforceNetworkLimit(auth, passkeyPerNetwork, ip)
  const { passkey, use } = await verifySignature(auth, body)
  return passkey.userId === userId && notePasskeyUse(auth.db, passkey.id, use, nowOf(auth))
}

async function verifySignature(auth: Auth, body: Record<string, unknown>) {
  const { challengeId, credential } = readSignedCredential(body)
  const challenge = await consumeChallenge(auth, challengeId, null)
  const passkey = await passkeyOf(auth, credential)
  return { passkey, use: await signedBy(auth, passkey, challenge, credential) }
}

/** Returns the passkey if it belongs to the user handle's account. @throws AuthError otherwise */
async function passkeyOf(auth: Auth, { id, response }: SignedCredential): Promise<PasskeyKey> {
  const passkey = await findPasskeyKey(auth.db, Buffer.from(id, 'base64url'))
  if (!passkey) throw passkeyUnknown()
  if (Buffer.from(response.userHandle, 'base64url').toString() !== passkey.userId) throw notVerified()
  return passkey
}

/** Verifies the signature, and that the counter has increased. @returns the authenticator's data */
async function signedBy(auth: Auth, passkey: PasskeyKey, challenge: string, response: SignedCredential) {
  const { id, origin } = requireRelyingParty(auth)
  const { publicKey, counter } = passkey
  const { authenticationInfo } = await verified(auth, async () => {
    const { verifyAuthenticationResponse } = await webAuthn()
    return verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter },
    })
  })
  return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
}

async function refuseBannedOrUnconfirmed(auth: Auth, user: User): Promise<void> {
  if (isBanned(auth, user)) throw await banned(auth, user)
  if (!user.confirmedAt) throw new AuthError(400, 'email_not_confirmed', t('Email not confirmed'))
}

const passkeyUnknown = () =>
  new AuthError(
    400,
    'webauthn_credential_not_found',
    t('This passkey isn’t registered here. It may have been removed.'),
  )
