import { t } from '#messages/messages.ts'
import type { Db } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Worker } from '#kernel/job.ts'

/** The user whom a valid token identifies. Only `issuer` and `subject` together identify a person; the email address
 *  does not. `issuer` identifies the provider's accounts and may differ from the issuer in its tokens. */
export interface Identity {
  issuer: string
  /** A UUID. */
  subject: string
  email: string
  /** Null if the provider's tokens contain no session. */
  sessionId: string | null
  /** Whether the user signed in with a second factor or a passkey (AAL2). */
  isSecondLevel: boolean
  /** Written by the user; used to create the profile, but never for permissions. */
  metadata: { username?: string; fullName?: string }
  /** The secret of the invitation that the user registered with at a hosted provider. */
  invitation?: string
}

export interface NewAccount {
  email: string
  password: string
  username: string
  fullName: string
}

/** A session as its owner sees it. */
export interface SessionInfo {
  sessionId: string
  /** Browser and operating system: 'Firefox on Linux'. */
  device: string
  /** The /24 or /64 network of the last IP address, never the address itself. Empty if unknown. */
  network: string
  createdAt: Date
  /** Accurate to the hour. */
  lastUsedAt: Date
}

/** Credentials for reauthenticating in an existing session. `passkey` is in the format that the protocol's client uses
 *  to sign in with a passkey. Authenticator and recovery codes are sent to the provider itself, which responds with new
 *  tokens. */
export type Proof = { password: string } | { passkey: Record<string, unknown> }

export interface AccountSessions {
  /** Returns the sessions, most recently used first; at most 100. */
  list(subject: string): Promise<SessionInfo[]>
  /** Ends the session, immediately in this process and within a second in others. @returns false if the session is not
   *  the user's */
  end(subject: string, sessionId: string): Promise<boolean>
  /** Ends all sessions, as promptly as `end`. */
  endAll(subject: string): Promise<void>
}

/** Manages accounts and sessions. Both implementations communicate with browsers through Supabase Auth's protocol. */
export interface IdentityProvider {
  readonly issuer: string
  /** Returns what the browser needs to create its client on a page opened at `origin`. `anonKey` is public and grants
   *  no access. */
  browserConfig(origin: string): { url: string; anonKey: string }
  /** Returns the identity behind an Authorization header; null without a header, for the anonymous key, and for a token
   *  that is invalid or whose session has ended. @throws AppError suspended for a banned user, not_signed_in while the
   *  second factor is missing, or other errors if the database or the hosted provider is unavailable */
  identify(authorization: string | undefined): Promise<Identity | null>
  /** Handles calls to /auth/v1, if this server handles them. */
  handle?(request: Request, caller: { ip: string }): Promise<Response>
  /** The user's sessions, if the provider lists them. The hosted provider does not. */
  readonly sessions?: AccountSessions
  /** Returns the user's confirmed email address; null if there is none or it is unknown, as with the hosted provider
   *  without its service key. @throws AppError if the hosted provider is unavailable */
  confirmedAddress(subject: string): Promise<string | null>
  /** Returns the first confirmed account to sign up, if the provider serves only this site. A hosted project may also
   *  serve other sites. */
  firstAccount?(db: Db): Promise<Omit<Identity, 'sessionId' | 'isSecondLevel'> | null>
  /** The provider's background jobs. */
  readonly workers: Worker[]
  /** Creates an account that can sign in immediately, even if registration is closed. @throws AppError conflict if the
   *  address or username is taken, invalid_input */
  createAccount(account: NewAccount): Promise<{ subject: string }>
  /** Changes the username stored with the account, in the transaction or, for another service, through a job that the
   *  transaction adds. Missing accounts are ignored. @throws AppError conflict if a registration in progress has
   *  reserved the username */
  renameAccount(db: Db, subject: string, username: string): Promise<void>
  /** Sets the password without requiring the old one, and ends all sessions. A temporary password must be replaced at
   *  the next sign-in, if the provider supports that; the hosted provider does not. @throws AppError not_found,
   *  invalid_input */
  setPassword(subject: string, password: string, options?: { isTemporary?: boolean }): Promise<void>
  /** Removes the apps, recovery codes, and passkeys of a user who has lost them. The password alone is then sufficient.
   *  @throws AppError not_found */
  removeFactors(subject: string): Promise<void>
  /** Creates a password reset link, which works once and is valid for one hour. @throws AppError not_found */
  createRecoveryLink(subject: string): Promise<string>
  /** Bans the user until the given time, effective immediately; null lifts the ban. @throws AppError not_found */
  ban(subject: string, until: Date | null): Promise<void>
  /** Removes the account and its sessions. Does nothing if the account does not exist. */
  deleteUser(subject: string): Promise<void>
  /** Reports whether the session behind an Authorization header has authenticated within the last ten minutes. */
  isRecentlyProven(authorization: string | undefined): Promise<boolean>
  /** Reauthenticates the session if the credentials are valid. Invalid credentials are rate-limited. @returns whether
   *  they are valid @throws AppError invalid_input, rate_limited, not_signed_in, provider_failed, not_implemented */
  prove(authorization: string | undefined, proof: Proof, ip: string): Promise<boolean>
  /** Removes the account and its sessions in the transaction or, if they are in another service, through a job added in
   *  the transaction. @throws AppError not_implemented if the provider does not support it */
  removeAccount(db: Db, subject: string): Promise<void>
}

/** The password was set by an administrator and must be replaced. */
export const passwordChangeRequiredError = () =>
  new AppError('password_change_required', t('Choose a new password to finish signing in.'))

/** The password was correct, but a second factor is missing. */
export const codeRequired = () =>
  new AppError('not_signed_in', t('Enter the code from your authenticator app to finish signing in.'))

declare module '#kernel/http.ts' {
  interface BaseContext {
    identity: IdentityProvider
  }
}
