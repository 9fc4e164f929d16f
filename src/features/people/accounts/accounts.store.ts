import { type Db, many, one } from '#kernel/db.ts'
import type { Role } from '#schemas/roles.contract.ts'

/** Returns the member's account at the identity provider, or null. */
export const findSubject = (db: Db, username: string) =>
  one<{ id: number; issuer: string; subject: string; role: Role }>(db)`
    select id, issuer, subject, role from members where id = member_named(${username})`

/** Returns the members with these accounts. */
export const findAccountMembers = (db: Db, issuer: string, subjects: string[]) =>
  many<{ subject: string; username: string; role: Role }>(db)`
    select subject, username, role from members where issuer = ${issuer} and subject = any(${subjects}::text[])`

export const findUsernames = (db: Db, ids: number[]) => many<{ id: number; username: string }>(db)`
  select id, username from members where id = any(${ids}::int[])`
