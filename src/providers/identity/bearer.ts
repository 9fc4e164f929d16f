import type { JWTPayload } from 'jose'
import { isRecord } from './is-record.ts'

const maxLength = 8192
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the JSON Web Token in an Authorization header; null for anything else, such as the anonymous key. */
export function bearerToken(authorization: string | undefined | null): string | null {
  if (!authorization || authorization.length > maxLength) return null
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1] ?? null
}

export const isUuid = (text: unknown): text is string => typeof text === 'string' && uuid.test(text)

/** The claims that the site uses from a valid access token. */
export interface Claims {
  subject: string
  sessionId: string | null
  email: string
  metadata: Record<string, unknown>
  /** Whether the token was issued after a second factor was verified. */
  isSecondLevel: boolean
  /** When the user last authenticated, according to the token; null if unknown. */
  provenAt: Date | null
  /** Seconds since the epoch. */
  issuedAt: number
  expiresAt: number
}

/** Returns the claims of a registered user's token; null for keys, services, and anonymous users. */
export function readClaims(payload: JWTPayload): Claims | null {
  const { sub, exp, iat, role, is_anonymous, session_id, email, user_metadata, aal, amr } = payload
  if (role !== 'authenticated' || is_anonymous === true || !isUuid(sub) || exp === undefined) return null
  return {
    subject: sub,
    sessionId: isUuid(session_id) ? session_id : null,
    email: typeof email === 'string' ? email : '',
    metadata: isRecord(user_metadata) ? user_metadata : {},
    isSecondLevel: aal === 'aal2',
    provenAt: newestProof(amr),
    issuedAt: iat ?? 0,
    expiresAt: exp,
  }
}

/** Methods that only prove access to the account's mailbox, or to a token. Source: supabase/auth, AMR. */
const weak = new Set([
  'otp',
  'magiclink',
  'recovery',
  'invite',
  'email/signup',
  'email_change',
  'token_refresh',
  'anonymous',
])

function newestProof(amr: unknown): Date | null {
  const proofs = Array.isArray(amr) ? amr.filter(isRecord) : []
  const times = proofs.flatMap(({ method, timestamp }) =>
    typeof method === 'string' && !weak.has(method) && typeof timestamp === 'number' ? [timestamp] : [],
  )
  return times.length > 0 ? new Date(Math.max(...times) * 1000) : null
}
