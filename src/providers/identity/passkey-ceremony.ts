import { randomUUID } from 'node:crypto'
import type { Auth } from './auth.ts'
import { insertPasskeyChallenge, consumePasskeyChallenge } from './passkeys.store.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'
import { AuthError } from './wire.ts'

/** How long a person may take over it. */
export const challengeMs = 5 * 60_000

/** Loaded with the first passkey: it takes some 30 MB. */
export const webAuthn = () => import('@simplewebauthn/server')

/** @throws AuthError passkey_disabled where browsers can keep no passkey for the site's address */
export function requireRelyingParty({ siteUrl }: Pick<Auth, 'siteUrl'>): RelyingParty {
  const party = relyingPartyOf(siteUrl)
  if (party) return party
  throw new AuthError(404, 'passkey_disabled', 'Passkeys need an address with a domain name and https')
}

/** Keeps the options' challenge for one answer: of that session, or of whoever signs in. @returns the protocol's answer */
export async function openCeremony<Options extends { challenge: string }>(
  auth: Auth,
  options: Options,
  sessionId: string | null,
) {
  const [id, expiresAt] = [randomUUID(), new Date(auth.clock.now() + challengeMs)]
  await insertPasskeyChallenge(auth.db, { id, sessionId, challenge: options.challenge, expiresAt })
  return { challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

/** Spends the challenge. @returns it */
export async function consumeChallenge(auth: Auth, id: string, sessionId: string | null): Promise<string> {
  const consumed = await consumePasskeyChallenge(auth.db, id, sessionId)
  if (!consumed) throw new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used')
  if (consumed.expiresAt.getTime() > auth.clock.now()) return consumed.challenge
  throw new AuthError(400, 'webauthn_challenge_expired', 'This took too long. Please try again.')
}

/** The result of a verification that says no by throwing, whatever the browser sent. */
export async function verified<Result extends { verified: boolean }>(auth: Auth, work: () => Promise<Result>) {
  const result = await work().catch((err: unknown) => {
    auth.log.info({ err }, 'identity: passkey refused')
    throw notVerified()
  })
  if (!result.verified) throw notVerified()
  return result
}

export const notVerified = () =>
  new AuthError(400, 'webauthn_verification_failed', 'The passkey could not be verified.')
