import { type Db, many, one } from '#kernel/db.ts'

/** Who signs in as that member, in the identity provider's terms; null when there is no such member. */
export const findSubject = (db: Db, username: string) =>
  one<{ issuer: string; subject: string; role: 'member' | 'admin' }>(db)`
    select issuer, subject, role from members where lower(username) = lower(${username})`

/** The members behind these accounts of the identity provider. */
export const findAccountMembers = (db: Db, issuer: string, subjects: string[]) =>
  many<{ subject: string; username: string; role: 'member' | 'admin' }>(db)`
    select subject, username, role from members where issuer = ${issuer} and subject = any(${subjects}::text[])`

export const findUsernames = (db: Db, ids: number[]) => many<{ id: number; username: string }>(db)`
  select id, username from members where id = any(${ids}::int[])`
