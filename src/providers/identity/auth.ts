import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import type { Sealing } from '#kernel/sealing.ts'
import type { Locale } from '#messages/locales.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { Admission } from './admission.ts'
import type { ExternalProviders } from './external-provider.ts'
import type { KeyRing } from './keys.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { Passwords } from './passwords.ts'

/** Checks a sign-up before the account is created. Runs in the sign-up's transaction, after the username has been
 *  reserved. @throws AppError conflict for a taken username, invalid_input for an invalid one */
type BeforeSignUp = (db: Db, metadata: { username?: string; fullName?: string }) => Promise<void>

/** Returns the message to show to a banned user. */
export type BanMessage = (issuer: string, subject: string) => Promise<string>

/** Returns a member's username and display name; empty if there is no profile. */
type MemberNames = (issuer: string, subject: string) => Promise<string[]>

/** Returns the language in which the member reads the site; null if it is unknown. */
type MemberLanguage = (issuer: string, subject: string) => Promise<Locale | null>

/** Reports whether the user's role on the site requires a second factor. */
type NeedsSecondFactor = (db: Db, issuer: string, subject: string) => Promise<boolean>

export interface AuthSettings {
  db: Db
  clock: Clock
  log: Log
  /** The public URL, without a trailing slash. All links start with it. */
  siteUrl: string
  /** Returns the name of the site, which emails and authenticator apps show. */
  siteName: () => string
  /** Who can register; null for everyone. */
  admission: Admission | null
  /** The OWNER_USERNAME setting: the rules for who can register do not apply to the account with this username. If
   *  it is null, they do not apply to the first account. */
  ownerUsername: string | null
  /** Minimum length of a password. */
  minPassword: number
  /** Whether to confirm addresses without sending an email, for sites that cannot send any. */
  autoconfirm: boolean
  /** Turned off only for load tests on the loopback interface. */
  rateLimits: boolean
  beforeSignUp: BeforeSignUp
  banMessage: BanMessage
  memberNames: MemberNames
  memberLanguage: MemberLanguage
  needsSecondFactor: NeedsSecondFactor
  /** Encrypts the secrets of authenticator apps, sessions, signing keys, and sign-ins at external providers. */
  sealing: Sealing
}

/** The context that the embedded provider's endpoints share. */
export interface Auth extends AuthSettings {
  issuer: string
  passwords: Passwords
  keys: KeyRing
  accessTokens: AccessTokens
  liveSessions: LiveSessions
  external: ExternalProviders
}

/** Returns the user's account in the form that the audit log uses. */
export const accountOf = ({ issuer }: Pick<Auth, 'issuer'>, { id }: { id: string }) => ({ issuer, subject: id })

export const nowOf = (auth: Pick<Auth, 'clock'>) => new Date(auth.clock.now())
