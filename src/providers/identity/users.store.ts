import { type Db, one, run, sql } from '#kernel/db.ts'
import type { Metadata } from './inputs.ts'

/** A second factor as its owner sees it. Times are ISO 8601. */
export interface Factor {
  id: string
  kind: 'totp' | 'recovery_code'
  name: string
  isVerified: boolean
  challengedAt: string | null
  createdAt: string
  updatedAt: string
}

/** The user's account at an external provider. Times are ISO 8601. */
export interface ConnectedAccount {
  id: string
  provider: string
  issuer: string
  subject: string
  name: string
  createdAt: string
  lastSignInAt: string | null
}

export interface User {
  id: string
  email: string
  /** Null if the user signs in only at an external provider. */
  passwordHash: string | null
  /** Whether the password was set by an administrator: the member must replace it first. */
  mustChangePassword: boolean
  metadata: Metadata
  confirmedAt: Date | null
  confirmationSentAt: Date | null
  recoverySentAt: Date | null
  newEmail: string | null
  emailChangeSentAt: Date | null
  emailChangeAgreed: string | null
  lastSignInAt: Date | null
  bannedUntil: Date | null
  /** Oldest first. */
  factors: Factor[]
  /** Oldest first. */
  connectedAccounts: ConnectedAccount[]
  createdAt: Date
  updatedAt: Date
}

const userColumns = sql`u.id, u.email, u.password_hash as "passwordHash", u.must_change_password as "mustChangePassword", u.metadata,
  u.confirmed_at as "confirmedAt", u.confirmation_sent_at as "confirmationSentAt",
  u.recovery_sent_at as "recoverySentAt", u.new_email as "newEmail", u.email_change_sent_at as "emailChangeSentAt",
  u.email_change_agreed as "emailChangeAgreed", u.last_sign_in_at as "lastSignInAt", u.banned_until as "bannedUntil",
  u.created_at as "createdAt", u.updated_at as "updatedAt",
  coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'name', f.name,
      'isVerified', f.verified_at is not null, 'challengedAt', f.challenged_at, 'createdAt', f.created_at,
      'updatedAt', f.updated_at) order by f.created_at, f.id)
    from identity_factors f where f.user_id = u.id), '[]') as factors,
  coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'provider', c.provider, 'issuer', c.issuer,
      'subject', c.subject, 'name', c.name, 'createdAt', c.created_at, 'lastSignInAt', c.last_sign_in_at) order by c.created_at, c.id)
    from identity_connected_accounts c where c.user_id = u.id), '[]') as "connectedAccounts"`

export const findUser = (db: Db, id: string) => one<User>(db)`
  select ${userColumns} from identity_users u where id = ${id}::uuid`

/** Returns the account that confirmed the address, or the newest registration attempt for it. */
export const findUserByEmail = (db: Db, email: string) => one<User>(db)`
  select ${userColumns} from identity_users u where email = ${email}
  order by confirmed_at is null, created_at desc limit 1`

/** Returns the confirmed account that signed up first. */
export const findFirstUser = (db: Db) => one<User>(db)`
  select ${userColumns} from identity_users u where confirmed_at is not null order by created_at, id limit 1`

/** Reports whether a confirmed account has registered with the username, ignoring case. */
export const isUsernameConfirmed = async (db: Db, username: string): Promise<boolean> =>
  (await one(db)`
    select from identity_users where confirmed_at is not null and lower(metadata->>'username') = lower(${username})
    limit 1`) !== null

/** Serializes the sign-ups that need an empty site, until the transaction ends. */
export const lockFirstUser = (db: Db) => run(db)`select pg_advisory_xact_lock(hashtext('identity-first-user'))`

export interface NewUser {
  id: string
  email: string
  /** Null for a user who signs in only at an external provider. */
  passwordHash: string | null
  metadata: Metadata
  confirmed: boolean
  now: Date
}
/** @throws a unique violation if this account is confirmed and another account has confirmed the address */
export const insertUser = (db: Db, { id, email, passwordHash, metadata, confirmed, now }: NewUser) => one<User>(db)`
  insert into identity_users as u
    (id, email, password_hash, metadata, confirmed_at, confirmation_sent_at, created_at, updated_at)
  values (${id}::uuid, ${email}, ${passwordHash}, ${JSON.stringify(metadata)}::jsonb, ${confirmed ? now : null},
    ${confirmed ? null : now}, ${now}, ${now})
  returning ${userColumns}`

/** Confirms the address for this account and deletes other registration attempts for it. @throws a unique violation if
 *  another account confirmed it first */
export const confirmUser = (db: Db, id: string, now: Date) => one<User>(db)`
  with others as (
    delete from identity_users where confirmed_at is null and id <> ${id}::uuid
      and email = (select email from identity_users where id = ${id}::uuid))
  update identity_users u set confirmed_at = coalesce(confirmed_at, ${now}), confirmation_sent_at = null,
    recovery_sent_at = null, updated_at = ${now}
  where id = ${id}::uuid returning ${userColumns}`

export const markRecoverySent = (db: Db, id: string, now: Date) => run(db)`
  update identity_users set recovery_sent_at = ${now} where id = ${id}::uuid`

export const markSignedIn = (db: Db, id: string, now: Date) => one<User>(db)`
  update identity_users u set last_sign_in_at = ${now} where id = ${id}::uuid returning ${userColumns}`

/** Locks the password until the transaction ends. @returns false if the password has already been changed */
export const lockPassword = async (db: Db, { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>) =>
  (await one(db)`
    select from identity_users where id = ${id}::uuid and password_hash = ${passwordHash} for no key update`) !== null

export const changePasswordHash = (db: Db, id: string, passwordHash: string, now: Date) => run(db)`
  update identity_users set password_hash = ${passwordHash}, updated_at = ${now} where id = ${id}::uuid`

/** Sets whether the member must replace the password before doing anything else. */
export const markPasswordTemporary = (db: Db, id: string, isTemporary: boolean) => run(db)`
  update identity_users set must_change_password = ${isTemporary} where id = ${id}::uuid`

export const changeMetadata = (db: Db, id: string, metadata: Metadata, now: Date) => run(db)`
  update identity_users set metadata = ${JSON.stringify(metadata)}::jsonb, updated_at = ${now} where id = ${id}::uuid`

export const requestEmailChange = (db: Db, id: string, newEmail: string, now: Date) => run(db)`
  update identity_users set new_email = ${newEmail}, email_change_sent_at = ${now}, email_change_agreed = null,
    updated_at = ${now}
  where id = ${id}::uuid`

export const approveEmailChange = (db: Db, id: string, mailbox: string) => run(db)`
  update identity_users set email_change_agreed = ${mailbox} where id = ${id}::uuid`

/** @throws a unique violation if another account has that address */
export const changeEmail = (db: Db, id: string, email: string, now: Date) => one<User>(db)`
  update identity_users u set email = ${email}, new_email = null, email_change_sent_at = null,
    email_change_agreed = null, updated_at = ${now}
  where id = ${id}::uuid returning ${userColumns}`

/** @returns 1, or 0 if there is no such user */
export const banUser = (db: Db, id: string, until: Date | null, now: Date) => run(db)`
  update identity_users set banned_until = ${until}, updated_at = ${now} where id = ${id}::uuid`

/** Serializes changes to the user's factors until the transaction ends. */
export const lockUser = (db: Db, id: string) => run(db)`
  select from identity_users where id = ${id}::uuid for no key update`

export const removeUser = (db: Db, id: string) => run(db)`delete from identity_users where id = ${id}::uuid`

/** Removes the user, and all data about their address. */
export const removeAccount = (db: Db, id: string) => run(db)`
  with deleted as (delete from identity_users where id = ${id}::uuid returning email),
  freed as (delete from identity_usernames using deleted where identity_usernames.email = deleted.email)
  select from deleted`

/** Reserves the username for the address until `until`. @returns false if it is reserved for another address */
export async function reserveUsername(
  db: Db,
  username: string,
  email: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const reserved = await run(db)`
    insert into identity_usernames as present (username, email, expires_at)
    values (lower(${username}), ${email}, ${until})
    on conflict (username) do update set email = excluded.email, expires_at = excluded.expires_at
    where present.email = excluded.email or present.expires_at <= ${now}`
  return reserved === 1
}

/** Deletes expired unconfirmed accounts and the usernames reserved for them. */
export async function sweepUsers(db: Db, now: Date, attemptsBefore: Date): Promise<void> {
  await run(db)`delete from identity_users where confirmed_at is null and created_at <= ${attemptsBefore}`
  await run(db)`delete from identity_usernames where expires_at <= ${now}`
}

/** Reports whether the statement failed because another row already has the value. */
export const isUniqueViolation = (reason: unknown) =>
  reason instanceof Error && 'code' in reason && reason.code === '23505'
