import { type Db, one, run } from '#kernel/db.ts'
import type { Metadata } from './inputs.ts'

export interface Session {
  id: string
  userId: string
  counter: number
  secret: Buffer
  /** How the person proved who they are: `password`, `recovery`, `otp`. */
  method: string
  newestPresented: boolean
  createdAt: Date
  refreshedAt: Date
}

export const insertSession = (db: Db, session: Pick<Session, 'id' | 'userId' | 'secret' | 'method'>, now: Date) =>
  run(db)`insert into identity_sessions (id, user_id, secret, method, created_at, refreshed_at)
    values (${session.id}::uuid, ${session.userId}::uuid, ${session.secret}, ${session.method}, ${now}, ${now})`

export const findSession = (db: Db, id: string) => one<Session>(db)`
  select id, user_id as "userId", counter, secret, method, newest_presented as "newestPresented",
    created_at as "createdAt", refreshed_at as "refreshedAt"
  from identity_sessions where id = ${id}::uuid`

/** Moves the session to its next refresh token, when this one is still the newest. @returns whether it was */
export async function advanceSession(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const moved = await run(db)`
    update identity_sessions set counter = counter + 1, refreshed_at = ${now}, newest_presented = false
    where id = ${id}::uuid and counter = ${counter}`
  return moved === 1
}

export const markPresented = (db: Db, id: string) => run(db)`
  update identity_sessions set newest_presented = true where id = ${id}::uuid and not newest_presented`

export const endSession = (db: Db, id: string) => run(db)`delete from identity_sessions where id = ${id}::uuid`

/** Ends the user's sessions, all but `keep`. */
export const endSessions = (db: Db, userId: string, keep: string | null = null) => run(db)`
  delete from identity_sessions where user_id = ${userId}::uuid and id is distinct from ${keep}::uuid`

export interface LiveSession {
  userId: string
  email: string
  metadata: Metadata
  newestPresented: boolean
  refreshedAt: Date
}
/** The session with its user, when neither has ended, expired or been banned. */
export const findLiveSession = (db: Db, id: string, now: Date, refreshedAfter: Date, createdAfter: Date) =>
  one<LiveSession>(db)`
    select s.user_id as "userId", u.email, u.metadata, s.newest_presented as "newestPresented",
      s.refreshed_at as "refreshedAt"
    from identity_sessions s join identity_users u on u.id = s.user_id
    where s.id = ${id}::uuid and s.refreshed_at > ${refreshedAfter} and s.created_at > ${createdAfter}
      and (u.banned_until is null or u.banned_until <= ${now})`

export const sweepSessions = (db: Db, refreshedBefore: Date, createdBefore: Date) => run(db)`
  delete from identity_sessions where refreshed_at <= ${refreshedBefore} or created_at <= ${createdBefore}`
