import type { Db } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Worker } from '#kernel/job.ts'

/** Who a valid token speaks for. `issuer` and `subject` together name a person; one alone, or the address, does not.
 *  `issuer` names the provider's accounts, which need not be what its tokens say of where they come from. */
export interface Identity {
  issuer: string
  /** A UUID. */
  subject: string
  email: string
  /** Null where the provider's tokens name no session. */
  sessionId: string | null
  /** Written by the user: good for making the profile, never a ground for a permission. */
  metadata: { username?: string; fullName?: string }
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
  /** Browser and system, as the browser names them: 'Firefox on Linux'. */
  device: string
  /** The network of the last address, a /24 or a /64: never the address. Empty where it is not known. */
  network: string
  createdAt: Date
  /** Correct to the hour. */
  lastUsedAt: Date
}

/** A proof of identity in an existing session. `passkey` is what the protocol's client sends to sign in with a passkey.
 *  App codes and recovery codes go to the provider itself, which responds with new tokens. */
export type Proof = { password: string } | { passkey: Record<string, unknown> }

export interface AccountSessions {
  /** The one used last first; at most 100. */
  list(subject: string): Promise<SessionInfo[]>
  /** Signs the session out: at once here, within a second in other processes. @returns false when it is not theirs */
  end(subject: string, sessionId: string): Promise<boolean>
}

/** Where people sign in. Both implementations speak the protocol of Supabase Auth to the browser. */
export interface IdentityProvider {
  readonly issuer: string
  /** What the browser needs to create its client, on a page it opened at `origin`. `anonKey` is public and a
   *  credential for nothing. */
  browserConfig(origin: string): { url: string; anonKey: string }
  /** Returns the identity behind an Authorization header; null without one, for the anonymous key, and for a token that is
   *  invalid or whose session has ended. @throws AppError suspended for a banned person, not_signed_in while their second
   *  factor is missing, others when the database or the hosted provider is unavailable */
  identify(authorization: string | undefined): Promise<Identity | null>
  /** Answers the calls under /auth/v1, where this server does. */
  handle?(request: Request, caller: { ip: string }): Promise<Response>
  /** The person's sessions, where the provider lets them be seen: the hosted one does not. */
  readonly sessions?: AccountSessions
  /** The address that the person has confirmed; null for none, and where the provider does not say, as the hosted one
   *  without its service key. @throws AppError when the hosted provider cannot be asked */
  confirmedAddress(subject: string): Promise<string | null>
  /** Returns the first confirmed account to sign up, if the provider serves only this site: a hosted project may not. */
  firstAccount?(db: Db): Promise<Omit<Identity, 'sessionId'> | null>
  /** What the provider does in the background. */
  readonly workers: Worker[]
  /** Makes an account that can sign in at once, where registration is closed too.
   *  @throws AppError conflict for an address or username that is taken, invalid_input */
  createAccount(account: NewAccount): Promise<{ subject: string }>
  /** Sets the password without asking for the old one; all sessions end. A temporary one has to be replaced at the next
   *  sign-in, where the provider supports it: the hosted one does not. @throws AppError not_found, invalid_input */
  setPassword(subject: string, password: string, options?: { isTemporary?: boolean }): Promise<void>
  /** Takes the person's second factors away, for who has lost them: the password is enough again. @throws AppError not_found */
  removeFactors(subject: string): Promise<void>
  /** A link, good once and for an hour, behind which the person sets a new password. @throws AppError not_found */
  createRecoveryLink(subject: string): Promise<string>
  /** Shuts the person out until then, at once; null lets them in again. @throws AppError not_found */
  ban(subject: string, until: Date | null): Promise<void>
  /** Removes the account and its sessions. No error when it is gone already. */
  deleteUser(subject: string): Promise<void>
  /** Whether the session of an Authorization header has a proof from the last ten minutes. */
  isRecentlyProven(authorization: string | undefined): Promise<boolean>
  /** Renews the session's proof if this one is valid; invalid ones are limited. @returns whether it is valid
   *  @throws AppError invalid_input, rate_limited, not_signed_in, provider_failed, not_implemented */
  prove(authorization: string | undefined, proof: Proof, ip: string): Promise<boolean>
  /** Removes the account and its sessions with the transaction: in it where they are kept in the same database, else by
   *  a job that it leaves. @throws AppError not_implemented where the provider cannot */
  removeAccount(db: Db, subject: string): Promise<void>
}

/** The password was set by an administrator and must be replaced. */
export const passwordChangeRequiredError = () =>
  new AppError('password_change_required', 'Choose a new password to finish signing in.')

/** The password was right, and that is not enough. */
export const codeRequired = () =>
  new AppError('not_signed_in', 'Enter the code from your authenticator app to finish signing in.')

declare module '#kernel/http.ts' {
  interface BaseContext {
    identity: IdentityProvider
  }
}
