import { randomUUID } from 'node:crypto'
import { t } from '#messages/messages.ts'
import type { Auth } from './auth.ts'
import { insertPasskeyChallenge, consumePasskeyChallenge } from './passkeys.store.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'
import { AuthError } from './wire.ts'

/** Time limit for a ceremony. */
export const challengeMs = 5 * 60_000

/** Loaded on first use of a passkey, because it needs about 30 MB. */
export const webAuthn = () => import('@simplewebauthn/server')

/** Returns the relying party. @throws AuthError passkey_disabled if browsers cannot store passkeys for the site's
 *  URL */
export function requireRelyingParty({ siteUrl }: Pick<Auth, 'siteUrl'>): RelyingParty {
  const party = relyingPartyOf(siteUrl)
  if (party) return party
  throw new AuthError(404, 'passkey_disabled', t('Passkeys need a URL with a domain name and https'))
}

/** Stores the challenge from the options, which allows one response, in this session or to sign in. @returns the
 *  protocol's response */
export async function openCeremony<Options extends { challenge: string }>(
  auth: Auth,
  options: Options,
  sessionId: string | null,
) {
  const [id, expiresAt] = [randomUUID(), new Date(auth.clock.now() + challengeMs)]
  await insertPasskeyChallenge(auth.db, { id, sessionId, challenge: options.challenge, expiresAt })
  return { challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

/** Uses up the challenge. @returns the challenge */
export async function consumeChallenge(auth: Auth, id: string, sessionId: string | null): Promise<string> {
  const consumed = await consumePasskeyChallenge(auth.db, id, sessionId)
  if (!consumed) throw new AuthError(400, 'webauthn_challenge_not_found', t('Challenge not found or already used'))
  if (consumed.expiresAt.getTime() > auth.clock.now()) return consumed.challenge
  throw new AuthError(400, 'webauthn_challenge_expired', t('This took too long. Try again.'))
}

/** Returns the result of a verification. @throws AuthError if verification fails in any way */
export async function verified<Result extends { verified: boolean }>(auth: Auth, work: () => Promise<Result>) {
  const result = await work().catch((err: unknown) => {
    auth.log.info({ err }, 'identity: passkey rejected')
    throw notVerified()
  })
  if (!result.verified) throw notVerified()
  return result
}

export const notVerified = () =>
  new AuthError(400, 'webauthn_verification_failed', t('The passkey could not be verified.'))
