import { errors, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '#kernel/clock.ts'
import { type Claims, readClaims } from './bearer.ts'
import { accessTokenSeconds, type KeyRing } from './keys.ts'
import type { Session } from './sessions.store.ts'
import { appMetadata, userMetadata } from './user-answer.ts'
import type { User } from './users.store.ts'

export interface AccessTokens {
  write(
    user: User,
    session: Pick<Session, 'id' | 'method' | 'passkeyId' | 'second' | 'createdAt'>,
  ): Promise<AccessToken>
  /** Returns the token's claims. @throws JOSEError if it is invalid */
  read(token: string): Promise<Claims>
}
interface AccessToken {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
}

const audience = 'authenticated'

export function createAccessTokens(issuer: string, keys: KeyRing, clock: Clock): AccessTokens {
  // Looks up the key by id among our own keys and ignores the rest of the header.
  async function keyFor({ kid }: { kid?: string }) {
    const key = await keys.verifying(kid)
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }

  return {
    async write(user, session) {
      const { kid, key } = await keys.signing()
      const issuedAt = Math.floor(clock.now() / 1000)
      const expiresAt = issuedAt + accessTokenSeconds
      const claims = {
        email: user.email,
        phone: '',
        app_metadata: appMetadata(user),
        user_metadata: userMetadata(user),
        role: 'authenticated',
        // A passkey with user verification counts as two factors.
        aal: session.second || session.passkeyId ? 'aal2' : 'aal1',
        amr: proofsOf(session),
        session_id: session.id,
        is_anonymous: false,
      }
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(user.id)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key)
      return { access_token: token, token_type: 'bearer', expires_in: accessTokenSeconds, expires_at: expiresAt }
    },

    async read(token) {
      const { payload } = await jwtVerify(token, keyFor, {
        algorithms: ['ES256'],
        issuer,
        audience,
        requiredClaims: ['sub', 'exp', 'iat', 'role', 'session_id'],
        currentDate: new Date(clock.now()),
      })
      const claims = readClaims(payload)
      if (!claims) throw new errors.JWTClaimValidationFailed('The token does not identify a user', payload)
      return claims
    },
  }
}

/** Returns the session's authentication methods, newest first. */
const proofsOf = ({ method, second, createdAt }: Pick<Session, 'method' | 'second' | 'createdAt'>) =>
  [...(second ? [second] : []), { method, at: createdAt }].map((proof) => ({
    method: proof.method,
    timestamp: Math.floor(proof.at.getTime() / 1000),
  }))
