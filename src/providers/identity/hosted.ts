import { LRUCache } from 'lru-cache'
import { t } from '#messages/messages.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { AppError, suspended } from '#kernel/errors.ts'
import { job, perform } from '#kernel/job.ts'
import type { Log } from '#kernel/log.ts'
import type { BanMessage } from './auth.ts'
import { bearerToken, type Claims } from './bearer.ts'
import { createHostedAdmin } from './hosted-admin.ts'
import { verifyBySignIn } from './hosted-proof.ts'
import { findHostedProof, markHostedProof, sweepHostedProofs } from './hosted-proofs.store.ts'
import { createHostedTokens } from './hosted-tokens.ts'
import { codeRequired, type IdentityProvider } from './identity.ts'
import { profileOf } from './inputs.ts'
import { isRecord } from './is-record.ts'
import { isRecent, proofMs } from './proof-age.ts'

export interface HostedOptions {
  db: Db
  /** The URL of the Supabase project, without a trailing slash. */
  url: string
  anonKey: string
  jwtSecret: string | null
  /** Needed only for administration. */
  serviceKey: string | null
  siteUrl: string
  clock: Clock
  log: Log
  banMessage: BanMessage
}

// How long a session's status is cached, and how soon a failed check is retried.
const recheckMs = 60_000
const retryMs = 5000
const timeoutMs = 4000

type SessionStatus = 'alive' | 'ended' | 'unknown' | 'banned' | 'code required'

/** Creates the hosted provider, which uses the accounts and sessions of a Supabase project. Browsers call the project
 *  directly; we verify its tokens. */
export function hostedIdentity(options: HostedOptions): IdentityProvider {
  const { db, url, anonKey, clock, log, banMessage } = options
  const issuer = `${url}/auth/v1`
  const tokens = createHostedTokens({ issuer, jwtSecret: options.jwtSecret, clock })
  const known = new LRUCache<string, { claims: Claims; proven: boolean }>({ max: 5000 })
  const statuses = new LRUCache<string, { status: Promise<SessionStatus>; checkedAtMs: number; ttlMs: number }>({
    max: 5000,
  })

  async function read(token: string) {
    const seen = known.get(token)
    if (seen) return seen.claims.expiresAt * 1000 > clock.now() ? seen : null
    const fresh = await tokens.read(token)
    if (fresh) known.set(token, fresh)
    return fresh
  }

  /** Returns a session's status in the project. Sign-outs, bans, and deletions in the project take effect here within a
   *  minute. */
  function statusOf(token: string, claims: Claims): Promise<SessionStatus> {
    const last = statuses.get(token)
    if (last && clock.now() - last.checkedAtMs < last.ttlMs) return last.status
    const check = { status: ask(token, claims), checkedAtMs: clock.now(), ttlMs: recheckMs }
    statuses.set(token, check)
    void check.status.then((status) => (check.ttlMs = status === 'unknown' ? retryMs : recheckMs))
    return check.status
  }

  async function ask(token: string, { subject, isSecondLevel }: Claims): Promise<SessionStatus> {
    try {
      const headers = { authorization: `Bearer ${token}`, apikey: anonKey }
      const answer = await fetch(`${issuer}/user`, {
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const user: unknown = await answer.json().catch(() => null)
      if (answer.ok && isRecord(user) && user.id === subject) {
        return isSecondLevel || !hasSecondFactor(user) ? 'alive' : 'code required'
      }
      if (answer.ok) return 'ended'
      if (isRecord(user) && [user.error_code, user.code].includes('user_banned')) return 'banned'
      return [401, 403, 404].includes(answer.status) ? 'ended' : 'unknown'
    } catch (err) {
      log.warn({ err }, 'identity: the project did not respond')
      return 'unknown'
    }
  }

  const admin = createHostedAdmin({ ...options, issuer, changed: () => statuses.clear() })

  async function claimsBehind(authorization: string | undefined): Promise<Claims | null> {
    const token = bearerToken(authorization)
    return token ? ((await read(token))?.claims ?? null) : null
  }

  return {
    issuer,
    browserConfig: () => ({ url, anonKey }),
    ...admin,
    workers: [...admin.workers, perform(sweep, () => sweepHostedProofs(db, new Date(clock.now() - proofMs)))],

    // Tokens contain the time when the user last signed in or entered a code. Reauthentication that this site itself
    // requested is recorded here.
    async isRecentlyProven(authorization) {
      const claims = await claimsBehind(authorization)
      if (!claims || isRecent(claims.provenAt, clock)) return claims !== null
      const proof = claims.sessionId ? await findHostedProof(db, claims.sessionId) : null
      return isRecent(proof?.provenAt ?? null, clock)
    },
    async prove(authorization, proof) {
      const claims = await claimsBehind(authorization)
      if (!claims) throw new AppError('not_signed_in', t('Sign in to do this.'))
      if (!claims.sessionId) throw new AppError('not_implemented', t('Sign out and sign in again to confirm it’s you.'))
      const isValid = await verifyBySignIn({ issuer, anonKey }, claims, proof)
      if (isValid) await markHostedProof(db, claims.sessionId, new Date(clock.now()))
      return isValid
    },

    async identify(authorization) {
      const token = bearerToken(authorization)
      const found = token && (await read(token))
      if (!token || !found) return null
      const { claims, proven } = found
      const status = await statusOf(token, claims)
      if (status === 'ended') return null
      if (status === 'banned') throw suspended(await banMessage(issuer, claims.subject))
      if (status === 'code required') throw codeRequired()
      if (status === 'unknown' && !proven) throw unreachable()
      const { subject, sessionId, isSecondLevel, email, metadata } = claims
      const { invitation } = metadata
      return {
        issuer,
        subject,
        sessionId,
        isSecondLevel,
        email,
        metadata: profileOf(metadata),
        ...(typeof invitation === 'string' && { invitation }),
      }
    },
  }
}

const sweep = job('identity.sweep', { summary: () => t('Delete expired proofs of identity'), schedule: '17 * * * *' })

const hasSecondFactor = ({ factors }: Record<string, unknown>) =>
  Array.isArray(factors) && factors.some((factor) => isRecord(factor) && factor.status === 'verified')

const unreachable = () => new AppError('provider_failed', t('The sign-in service cannot be reached.'))
