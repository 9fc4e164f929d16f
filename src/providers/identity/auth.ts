import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { KeyRing } from './keys.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { Passwords } from './passwords.ts'

/** Decides about a sign-up before the account exists: throws AppError `conflict` for a username that is taken,
 *  `invalid_input` for one that cannot be. Runs in the sign-up's transaction, after the username has been reserved. */
type BeforeSignUp = (db: Db, metadata: { username?: string; fullName?: string }) => Promise<void>

/** What somebody who is banned is told. */
export type BanMessage = (issuer: string, subject: string) => Promise<string>

/** Returns a member's username and display name; empty without a profile. */
type MemberNames = (issuer: string, subject: string) => Promise<string[]>

export interface AuthSettings {
  db: Db
  clock: Clock
  log: Log
  /** The public address, without a slash at its end. Every link begins with it. */
  siteUrl: string
  /** What authenticator apps show above the account. */
  siteName: string
  registration: 'open' | 'closed'
  /** Fewest characters of a password. */
  minPassword: number
  /** Addresses count as confirmed without a mail: for sites that cannot send any. */
  autoconfirm: boolean
  /** Off only for load tests on loopback. */
  rateLimits: boolean
  beforeSignUp: BeforeSignUp
  banMessage: BanMessage
  memberNames: MemberNames
  /** Seals the secrets of second factors: 32 bytes that are not in the database. See openFactorKey. */
  factorKey: Buffer
}

/** What the endpoints of the embedded provider share. */
export interface Auth extends AuthSettings {
  issuer: string
  passwords: Passwords
  keys: KeyRing
  accessTokens: AccessTokens
  liveSessions: LiveSessions
}

export const nowOf = (auth: Pick<Auth, 'clock'>) => new Date(auth.clock.now())
