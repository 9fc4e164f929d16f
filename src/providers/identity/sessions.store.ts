import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { type SealedRow, secretsPerBatch, type SecretRow } from '#kernel/sealed-secrets.ts'
import type { StoredSecret } from '#kernel/sealing.ts'
import type { Metadata } from './inputs.ts'

export interface Session {
  id: string
  userId: string
  counter: number
  secret: StoredSecret
  /** The authentication method: `password`, `recovery`, `otp`, `passkey`, `oauth`. */
  method: string
  /** The passkey that the session started with or that raised it to AAL2; null if none or if it has been removed. */
  passkeyId: string | null
  /** The method that raised the session to AAL2, such as `totp`; null at AAL1. */
  second: { method: string; at: Date } | null
  newestPresented: boolean
  /** When the user last authenticated in this session; null if never. */
  provenAt: Date | null
  createdAt: Date
  refreshedAt: Date
}

/** The client that last used a session: its User-Agent header and its IP address's network. */
export interface ClientInfo {
  userAgent: string
  network: string
}

type NewSession = Pick<Session, 'id' | 'userId' | 'secret' | 'method' | 'passkeyId' | 'provenAt'>

export const insertSession = (db: Db, session: NewSession, { userAgent, network }: ClientInfo, now: Date) =>
  run(db)`insert into identity_sessions
      (id, user_id, sealed_secret, method, passkey_id, proven_at, user_agent, network, created_at, refreshed_at)
    values (${session.id}::uuid, ${session.userId}::uuid, ${session.secret.sealed}, ${session.method},
      ${session.passkeyId}::uuid, ${session.provenAt}, ${userAgent}, ${network}, ${now}, ${now})`

export async function findSession(db: Db, id: string): Promise<Session | null> {
  const row = await one<SessionRow>(db)`select ${sessionColumns} from identity_sessions where id = ${id}::uuid`
  return row && readSession(row)
}

type SessionRow = Omit<Session, 'second' | 'secret'> & {
  secondMethod: string | null
  secondAt: Date | null
} & StoredSecret

const sessionColumns = sql`id, user_id as "userId", counter, secret as plain, sealed_secret as sealed, method, passkey_id as "passkeyId",
  newest_presented as "newestPresented", proven_at as "provenAt",
  created_at as "createdAt", refreshed_at as "refreshedAt",
  case when second_factor_id is not null then second_method end as "secondMethod", second_at as "secondAt"`

const readSession = ({ secondMethod, secondAt, plain, sealed, ...session }: SessionRow): Session => ({
  ...session,
  secret: { plain, sealed },
  second: secondMethod && secondAt ? { method: secondMethod, at: secondAt } : null,
})

/** Advances the session to its next refresh token if this token is the newest. @returns whether it was */
export async function advanceSession(
  db: Db,
  { id, counter }: Pick<Session, 'id' | 'counter'>,
  { userAgent, network }: ClientInfo,
  now: Date,
): Promise<boolean> {
  const moved = await run(db)`
    update identity_sessions set counter = counter + 1, refreshed_at = ${now}, newest_presented = false,
      user_agent = ${userAgent}, network = ${network}
    where id = ${id}::uuid and counter = ${counter}`
  return moved === 1
}

/** Raises the session to AAL2 and advances its refresh token; null if the session has ended. Ends the user's other AAL1
 *  sessions. */
export async function raiseSession(
  db: Db,
  id: string,
  { factorId, method }: { factorId: string; method: string },
  now: Date,
): Promise<Session | null> {
  const row = await one<SessionRow>(db)`
    update identity_sessions set counter = counter + 1, refreshed_at = ${now}, newest_presented = false,
      second_factor_id = ${factorId}::uuid, second_method = ${method}, second_at = ${now}
    where id = ${id}::uuid returning ${sessionColumns}`
  if (!row) return null
  await run(db)`
    delete from identity_sessions where user_id = ${row.userId}::uuid and id <> ${id}::uuid
      and second_factor_id is null and passkey_id is null`
  return readSession(row)
}

export const markPresented = (db: Db, id: string) => run(db)`
  update identity_sessions set newest_presented = true where id = ${id}::uuid and not newest_presented`

/** Records that the session's user has just reauthenticated. */
export const markProven = (db: Db, id: string, now: Date) => run(db)`
  update identity_sessions set proven_at = ${now} where id = ${id}::uuid`

export const endSession = (db: Db, id: string) => run(db)`delete from identity_sessions where id = ${id}::uuid`

/** A session as its owner sees it. `refreshedAt` is its last use, accurate to the hour for which an access token is
 *  valid. */
export type ListedSession = Pick<Session, 'id' | 'createdAt' | 'refreshedAt'> & ClientInfo

/** Returns the user's current sessions, most recently used first; at most 100. */
export const listSessions = (db: Db, userId: string, refreshedAfter: Date, createdAfter: Date) =>
  many<ListedSession>(db)`
    select id, user_agent as "userAgent", network, created_at as "createdAt", refreshed_at as "refreshedAt"
    from identity_sessions
    where user_id = ${userId}::uuid and refreshed_at > ${refreshedAfter} and created_at > ${createdAfter}
    order by refreshed_at desc, id limit 100`

/** @returns whether the user had that session */
export const endSessionOf = async (db: Db, userId: string, id: string): Promise<boolean> =>
  (await run(db)`delete from identity_sessions where id = ${id}::uuid and user_id = ${userId}::uuid`) === 1

/** Ends the user's sessions except `keep`. */
export const endSessions = (db: Db, userId: string, keep: string | null = null) => run(db)`
  delete from identity_sessions where user_id = ${userId}::uuid and id is distinct from ${keep}::uuid`

/** Ends the user's sessions that started at an external provider, except `keep`. */
export const endExternalSessions = (db: Db, userId: string, keep: string) => run(db)`
  delete from identity_sessions where user_id = ${userId}::uuid and method = 'oauth' and id <> ${keep}::uuid`

/** Turns a session that started with a password reset link into one that started with the new password. */
export const endRecovery = (db: Db, id: string, now: Date) => run(db)`
  update identity_sessions set method = 'password', proven_at = ${now} where id = ${id}::uuid and method = 'recovery'`

export interface LiveSession {
  userId: string
  email: string
  metadata: Metadata
  newestPresented: boolean
  /** Whether the user has a second factor. */
  hasFactor: boolean
  hasSecond: boolean
  isBanned: boolean
  /** Whether the password was set by an administrator: the session can then only replace it. */
  mustChangePassword: boolean
  refreshedAt: Date
}
/** Returns the session with its user, if both still exist and have not expired. */
export const findLiveSession = (db: Db, id: string, now: Date, refreshedAfter: Date, createdAfter: Date) =>
  one<LiveSession>(db)`
    select s.user_id as "userId", u.email, u.metadata, s.newest_presented as "newestPresented",
      s.refreshed_at as "refreshedAt", coalesce(s.second_factor_id, s.passkey_id) is not null as "hasSecond",
      coalesce(u.banned_until > ${now}, false) as "isBanned", u.must_change_password as "mustChangePassword",
      exists (select from identity_factors f where f.user_id = u.id and f.verified_at is not null) as "hasFactor"
    from identity_sessions s join identity_users u on u.id = s.user_id
    where s.id = ${id}::uuid and s.refreshed_at > ${refreshedAfter} and s.created_at > ${createdAfter}`

export const sweepSessions = (db: Db, refreshedBefore: Date, createdBefore: Date) => run(db)`
  delete from identity_sessions where refreshed_at <= ${refreshedBefore} or created_at <= ${createdBefore}`

/** Binds an encrypted secret to its session. */
export const sessionOwner = (id: string): string => `session ${id}`

export const listPlainSessions = (db: Db) => many<SecretRow>(db)`
  select id::text, ${sessionOwner('')}::text || id as owner, secret as bytes from identity_sessions
  where secret is not null order by id limit ${secretsPerBatch} for update`

export const listSealedSessions = (db: Db, afterId: string) => many<SecretRow>(db)`
  select id::text, ${sessionOwner('')}::text || id as owner, sealed_secret as bytes from identity_sessions
  where sealed_secret is not null and id::text > ${afterId} order by id::text limit ${secretsPerBatch} for update`

export const saveSealedSessions = (db: Db, rows: readonly SealedRow[]) => run(db)`
  update identity_sessions set sealed_secret = sealed.bytes, secret = null
  from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ bytes }) => bytes)}::bytea[]) as sealed (id, bytes)
  where identity_sessions.id = sealed.id`

export const deleteSealedSessions = (db: Db) => run(db)`
  delete from identity_sessions where sealed_secret is not null`
