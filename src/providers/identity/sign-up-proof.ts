import { createHash, randomBytes } from 'node:crypto'
import { t } from '#messages/messages.ts'
import { consume } from '#kernel/rate-limits.store.ts'
import type { Auth } from './auth.ts'
import { isRecord } from './is-record.ts'
import { type AuthCall, AuthError, json } from './wire.ts'

/** How many zero bits a solution's hash must begin with: finding one takes about 16,000 attempts, a fraction of a
 *  second. */
const proofBits = 14
/** People need longer than this to fill out the form. */
export const minFillMs = 2000
const maxAgeMs = 2 * 3_600_000
const owner = 'sign-up challenge'

/** GET /challenge: returns a challenge for the registration form. It is encrypted, so the site need not store it. */
export async function createChallenge({ sealing, clock }: Auth): Promise<Response> {
  const content = Buffer.alloc(24)
  content.writeDoubleBE(clock.now())
  randomBytes(16).copy(content, 8)
  return json({ challenge: sealing.seal(owner, content).toString('base64url'), bits: proofBits, waitMs: minFillMs })
}

/** Checks what the registration form sends in addition to its fields: a hidden field, which only programs fill in, the
 *  challenge, and its solution, which can be used once. @returns whether there is a solution @throws AuthError */
export async function checkSignUpProof(auth: Auth, body: AuthCall['body']): Promise<boolean> {
  const sent = proofIn(body)
  if (sent === null) return false
  const { challenge, solution, website } = sent
  const ageMs = auth.clock.now() - issuedAt(auth, challenge)
  if (website !== '' || !(ageMs >= minFillMs && ageMs <= maxAgeMs)) throw failed()
  if (solution === null) return false
  if (!isSolution(challenge, solution)) throw failed()
  const use = { name: 'sign-up-proof', max: 1, perSeconds: maxAgeMs / 1000 }
  if ((await consume(auth.db, use, challengeId(challenge), auth.clock.now())) !== null) throw failed()
  return true
}

interface Proof {
  challenge: string
  /** Null if the browser cannot compute hashes, as on pages without HTTPS. */
  solution: number | null
  website: string
}

/** Returns null if the caller sent nothing, as programs that use the API do. @throws AuthError */
function proofIn({ gotrue_meta_security: meta }: AuthCall['body']): Proof | null {
  const text = isRecord(meta) ? meta.captcha_token : undefined
  if (typeof text !== 'string' || text === '') return null
  const { challenge, solution, website } = parsed(text)
  if (typeof challenge !== 'string' || typeof website !== 'string') throw failed()
  if (solution !== null && typeof solution !== 'number') throw failed()
  return { challenge, solution, website }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // Not JSON
  }
  throw failed()
}

/** Returns when the challenge was created, in milliseconds; NaN if this site did not create it. */
function issuedAt({ sealing }: Auth, challenge: string): number {
  try {
    return sealing.unseal(owner, Buffer.from(challenge, 'base64url')).readDoubleBE()
  } catch {
    return Number.NaN
  }
}

/** Identifies a challenge. Based on its bytes, because several strings decode to the same bytes. */
const challengeId = (challenge: string): string => digest(Buffer.from(challenge, 'base64url')).toString('base64url')

/** Returns whether the solution's hash begins with enough zero bits. */
export const isSolution = (challenge: string, solution: number): boolean =>
  digest(`${challenge}.${solution}`).readUInt32BE() >>> (32 - proofBits) === 0

const digest = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest()

const failed = () =>
  new AuthError(
    400,
    'captcha_failed',
    t('The site could not verify that you are a person. Wait a moment, then try again.'),
  )
