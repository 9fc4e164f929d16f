import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { t } from '#messages/messages.ts'
import type { Clock } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { type Claims, readClaims } from './bearer.ts'

export interface HostedTokenOptions {
  issuer: string
  /** For projects that still sign with HS256. */
  jwtSecret: string | null
  clock: Clock
}
export interface HostedTokens {
  /** Returns a token's claims; null for a malformed token. `proven` is false for HS256 without a secret, because only
   *  the project can then verify it. @throws AppError provider_failed if the project's keys are unavailable */
  read(token: string): Promise<{ claims: Claims; proven: boolean } | null>
}

const audience = 'authenticated'
/** Minimum time between two attempts to fetch the project's keys, no matter how many tokens arrive. */
const outageRetryMs = 5000
const unreachable = (cause?: unknown) =>
  new AppError('provider_failed', t('The sign-in service cannot be reached.'), { cause })

export function createHostedTokens({ issuer, jwtSecret, clock }: HostedTokenOptions): HostedTokens {
  const publicKeys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    cacheMaxAge: 600_000,
    cooldownDuration: 30_000,
    timeoutDuration: 3000,
  })
  const secret = jwtSecret === null ? null : new TextEncoder().encode(jwtSecret)
  const rules = () => ({
    issuer,
    audience,
    requiredClaims: ['sub', 'exp', 'role'],
    clockTolerance: 5,
    currentDate: new Date(clock.now()),
  })

  // Never uses public keys for HS256 or vice versa, so that one kind of key cannot be mistaken for the other.
  async function payloadOf(token: string): Promise<{ payload: JWTPayload; proven: boolean } | null> {
    const { alg } = decodeProtectedHeader(token)
    if (alg === 'ES256' || alg === 'RS256') {
      const { payload } = await jwtVerify(token, publicKeys, { ...rules(), algorithms: ['ES256', 'RS256'] })
      return { payload, proven: true }
    }
    if (alg !== 'HS256') return null
    if (!secret) return { payload: unproven(token, issuer, clock), proven: false }
    const { payload } = await jwtVerify(token, secret, { ...rules(), algorithms: ['HS256'] })
    return { payload, proven: true }
  }

  let downUntilMs = 0

  return {
    async read(token) {
      if (clock.now() < downUntilMs) throw unreachable()
      try {
        const found = await payloadOf(token)
        const claims = found && readClaims(found.payload)
        return claims && { claims, proven: found.proven }
      } catch (reason) {
        if (isRefusal(reason)) return null
        downUntilMs = clock.now() + outageRetryMs
        throw unreachable(reason)
      }
    },
  }
}

function unproven(token: string, issuer: string, clock: Clock): JWTPayload {
  const payload = decodeJwt(token)
  const isForUs = payload.iss === issuer && [payload.aud].flat().includes(audience)
  if (!isForUs) throw new errors.JWTClaimValidationFailed('Not a token for this project', payload)
  if ((payload.exp ?? 0) * 1000 <= clock.now()) throw new errors.JWTExpired('The token is expired', payload)
  return payload
}

/** Reports whether the token is invalid, as opposed to the keys being unavailable. */
const isRefusal = (reason: unknown) =>
  (reason instanceof errors.JOSEError &&
    !(reason instanceof errors.JWKSTimeout) &&
    !(reason instanceof errors.JWKSInvalid) &&
    reason.code !== 'ERR_JOSE_GENERIC') ||
  (reason instanceof TypeError && /header|token/i.test(reason.message))
