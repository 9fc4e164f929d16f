import { t } from '#messages/messages.ts'
import { messageOf } from '#web/api.ts'
import { call } from '#web/call.ts'
import { type AccountProof, proveIdentity } from './account-proofs.contract.ts'
import { askIdentity, type Outcome } from './identity-client.hooks.ts'
import { ceremonyWords } from './passkeys.contract.ts'

export const proveByPassword = (password: string): Promise<Outcome> => prove({ password })

/** Confirms the member's identity with an app code. The identity provider returns new tokens that reflect this. */
export const proveByAppCode = (factorId: string, code: string): Promise<Outcome> =>
  askIdentity((auth) => auth.mfa.challengeAndVerify({ factorId, code }))

/** Like {@link proveByAppCode}, but consumes the recovery code. */
export const proveByRecoveryCode = (code: string): Promise<Outcome> =>
  askIdentity((auth) => auth.mfa.recoveryCodes.verify({ code }))

/** Confirms the member's identity with a passkey. The site verifies the assertion, because the provider would start a
 *  new session. */
export async function proveByPasskey(): Promise<Outcome> {
  const started = await askIdentity((auth) => auth.passkey.startAuthentication())
  if (!started.ok) return started
  if (!started.data) return { ok: false, message: canceled }
  const { challenge_id, options } = started.data
  const { challenge, rpId = location.hostname } = options
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
      challenge,
      rpId,
      userVerification: 'required',
    })
    const credential = await navigator.credentials.get({ publicKey })
    if (!(credential instanceof PublicKeyCredential)) return { ok: false, message: canceled }
    return await prove({ passkey: { challenge_id, credential: { ...credential.toJSON() } } })
  } catch (reason) {
    const name = reason instanceof DOMException ? reason.name : ''
    return { ok: false, message: ceremonyWords({ name, code: '' }, canceled) }
  }
}

const canceled = t('The passkey prompt was closed or timed out, or none of your passkeys is on this device.')

async function prove(proof: AccountProof): Promise<Outcome> {
  try {
    await call(proveIdentity, { body: proof })
    return { ok: true, data: null }
  } catch (reason) {
    return { ok: false, message: messageOf(reason, t('The site could not be reached. Try again in a moment.')) }
  }
}
