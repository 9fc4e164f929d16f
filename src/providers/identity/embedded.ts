import { LRUCache } from 'lru-cache'
import { decodeProtectedHeader, errors } from 'jose'
import { t } from '#messages/messages.ts'
import { auditAccount } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found, suspended } from '#kernel/errors.ts'
import { job, perform, type Worker } from '#kernel/job.ts'
import { tooMany } from '#kernel/limits.ts'
import type { Mailer } from '#providers/mail/mail.ts'
import { createAccessTokens } from './access-tokens.ts'
import { readPasswordOf, setPasswordHash } from './account.ts'
import { accountOf, type Auth, type AuthSettings, nowOf } from './auth.ts'
import { bearerToken, type Claims, isUuid } from './bearer.ts'
import { callerBehind } from './caller.ts'
import { answerAuthCall } from './endpoints.ts'
import type { ExternalSettings } from './external-provider.ts'
import { createExternalProviders } from './external-providers.ts'
import { sweepExternalSignIns } from './external-sign-ins.store.ts'
import { unverifiedMs } from './factors.ts'
import { failedSignInWorker } from './failed-sign-ins.ts'
import { codeRequired, type IdentityProvider, passwordChangeRequiredError } from './identity.ts'
import { profileOf } from './inputs.ts'
import { createKeyRing } from './keys.ts'
import { queueEmail, sendEmail } from './email-queue.ts'
import { linkMs, sendQueuedEmail } from './emails.ts'
import { deviceMs } from './known-devices.ts'
import { sweepDevices } from './known-devices.store.ts'
import { createLiveSessions, sessionLimits } from './live-sessions.ts'
import { createToken } from './one-time-tokens.ts'
import { createPasswords } from './passwords.ts'
import { landingLink } from './redirect.ts'
import { isRecentlyProven, prove } from './recent-proof.ts'
import { deleteFactors, sweepFactors } from './factors.store.ts'
import { deletePasskeys, sweepPasskeyChallenges } from './passkeys.store.ts'
import { accountSessions } from './account-sessions.ts'
import { sweepSessions } from './sessions.store.ts'
import { unconfirmedMs, createAccount, renameUser } from './sign-up.ts'
import { sweepTokens } from './tokens.store.ts'
import { banUser, findFirstUser, findUser, removeAccount, removeUser, sweepUsers, type User } from './users.store.ts'
import { AuthError } from './wire.ts'

export interface EmbeddedOptions extends AuthSettings {
  /** Without SITE_URL, `siteUrl` is only a guess, because the site may be opened under any of its machine's host
   *  names. */
  isSiteUrlSet: boolean
  mailer: Mailer
  /** Sites where members can sign in. */
  external: ExternalSettings
}
export interface EmbeddedIdentity extends IdentityProvider {
  handle(request: Request, caller: { ip: string }): Promise<Response>
  /** Changes the key that signs access tokens. See KeyRing.rotate. */
  rotateKeys(options?: { immediately?: boolean }): Promise<void>
}

/** Identifies this provider's users among the members, independently of the site's URL. */
const issuer = 'embedded'

// With the prefix that the client expects in a public key.
const anonKey = 'sb_publishable_embedded'

/** Creates the embedded provider, which stores accounts and sessions in our own database and uses Supabase Auth's
 *  protocol at /auth/v1. */
export function embeddedIdentity({ mailer, isSiteUrlSet, external, ...settings }: EmbeddedOptions): EmbeddedIdentity {
  const { db, clock, siteUrl } = settings
  const keys = createKeyRing(settings)
  const auth: Auth = {
    ...settings,
    issuer,
    keys,
    passwords: createPasswords(),
    accessTokens: createAccessTokens(`${siteUrl}/auth/v1`, keys, clock),
    liveSessions: createLiveSessions(db, clock),
    external: createExternalProviders(external, siteUrl),
  }
  const claimsOf = cachedClaims(auth)

  return {
    issuer,
    // Browsers may call only the page's own origin.
    browserConfig: (origin) => ({ url: isSiteUrlSet ? siteUrl : origin, anonKey }),
    handle: (request, { ip }) => answerAuthCall(auth, request, ip),
    rotateKeys: keys.rotate,
    workers: workersOf(auth, mailer),
    sessions: accountSessions(auth),

    async identify(authorization) {
      const claims = await claimsOf(bearerToken(authorization))
      const session = claims && (await auth.liveSessions.find(claims))
      if (!claims || !session) return null
      if (session.isBanned) throw suspended(await auth.banMessage(issuer, claims.subject))
      const isSecondLevel = claims.isSecondLevel && session.hasSecond
      if (session.hasFactor && !isSecondLevel) throw codeRequired()
      if (session.mustChangePassword) throw passwordChangeRequiredError()
      const { subject, sessionId } = claims
      return { issuer, subject, sessionId, isSecondLevel, email: session.email, metadata: profileOf(session.metadata) }
    },
    async confirmedAddress(subject) {
      const user = isUuid(subject) ? await findUser(db, subject) : null
      return user?.confirmedAt ? user.email : null
    },
    async firstAccount(db) {
      const user = await findFirstUser(db)
      return user && { issuer, subject: user.id, email: user.email, metadata: profileOf(user.metadata) }
    },
    createAccount: async (account) => ({ subject: await createAccount(auth, account).catch(refuse) }),
    renameAccount: async (db, subject, username) =>
      isUuid(subject) ? renameUser(db, subject, username, nowOf(auth)).catch(refuse) : undefined,
    async setPassword(subject, password, { isTemporary = false } = {}) {
      const user = await userOf(auth, subject)
      const chosen = await readPasswordOf(auth, user, password).catch(refuse)
      const passwordHash = await auth.passwords.hash(chosen)
      await inTransaction(db, (db) => setPasswordHash(auth, db, user, passwordHash, { isTemporary }))
      auth.liveSessions.forget()
    },
    async removeFactors(subject) {
      const { id, email } = await userOf(auth, subject)
      const account = accountOf(auth, { id })
      await inTransaction(db, async (db) => {
        if ((await deleteFactors(db, id)) > 0) {
          await queueEmail(db, { kind: 'factor_removed', email })
          await auditAccount(db, { action: 'app.removed', account, by: 'operator' })
        }
        if ((await deletePasskeys(db, id)) > 0) {
          await queueEmail(db, { kind: 'passkey_removed', email })
          await auditAccount(db, { action: 'passkey.removed', account, by: 'operator' })
        }
      })
      auth.liveSessions.forget()
    },
    async createRecoveryLink(subject) {
      const token = await createToken(auth, (await userOf(auth, subject)).id, 'recovery', linkMs)
      return landingLink(siteUrl, 'recovery', token, '/')
    },
    async ban(subject, until) {
      const { id } = await userOf(auth, subject)
      await banUser(db, id, until, nowOf(auth))
      auth.liveSessions.forget()
    },
    async deleteUser(subject) {
      if (isUuid(subject)) await removeUser(db, subject)
      auth.liveSessions.forget()
    },
    async isRecentlyProven(authorization) {
      const claims = await claimsOf(bearerToken(authorization))
      return claims?.sessionId ? isRecentlyProven(auth, claims.sessionId) : false
    },
    async prove(authorization, proof, ip) {
      return prove(auth, await callerBehind(auth, authorization), proof, ip).catch(refuse)
    },
    removeAccount: async (db, subject) => void (isUuid(subject) && (await removeAccount(db, subject))),
  }
}

const userOf = async ({ db }: Auth, subject: string): Promise<User> =>
  found(isUuid(subject) ? await findUser(db, subject) : null, 'Account')

/** Converts one of the protocol's errors to one of the site's. */
function refuse(reason: unknown): never {
  if (!(reason instanceof AuthError)) throw reason
  if (reason.status === 429) throw tooMany(reason.retryAfterSeconds ?? 1)
  throw new AppError(isConflict(reason) ? 'conflict' : 'invalid_input', reason.message)
}
const isConflict = ({ status, code }: AuthError) => status === 409 || code === 'user_already_exists'

/** Returns a function that verifies each token once and caches its claims until the token expires or its key is
 *  withdrawn. Null for invalid tokens. */
function cachedClaims({ accessTokens, keys, clock }: Auth) {
  const verified = new LRUCache<string, { claims: Claims; kid: string | undefined }>({ max: 5000 })
  return async (token: string | null): Promise<Claims | null> => {
    if (!token) return null
    const known = verified.get(token)
    if (known) {
      const isValid = known.claims.expiresAt * 1000 > clock.now() && (await keys.verifying(known.kid)) !== null
      return isValid ? known.claims : null
    }
    try {
      const claims = await accessTokens.read(token)
      verified.set(token, { claims, kid: decodeProtectedHeader(token).kid })
      return claims
    } catch (reason) {
      if (reason instanceof errors.JOSEError) return null
      throw reason
    }
  }
}

const sweep = job('identity.sweep', { summary: () => t('Delete expired sessions and links'), schedule: '17 * * * *' })

const workersOf = (auth: Auth, mailer: Mailer): Worker[] => [
  perform(sendEmail, (_, queued) => sendQueuedEmail(auth, mailer, queued)),
  failedSignInWorker(auth),
  perform(sweep, async () => {
    const [now, nowMs] = [nowOf(auth), auth.clock.now()]
    const { idleMs, absoluteMs } = sessionLimits
    await sweepSessions(auth.db, new Date(nowMs - idleMs), new Date(nowMs - absoluteMs))
    await sweepTokens(auth.db, now)
    await sweepFactors(auth.db, now, new Date(nowMs - unverifiedMs))
    await sweepPasskeyChallenges(auth.db, now)
    await sweepExternalSignIns(auth.db, now)
    await sweepDevices(auth.db, new Date(nowMs - deviceMs))
    await sweepUsers(auth.db, now, new Date(nowMs - unconfirmedMs))
  }),
]
