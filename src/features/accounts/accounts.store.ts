import { type Db, one } from '#kernel/db.ts'

/** Who signs in as that member, in the identity provider's terms; null when there is no such member. */
export const findSubject = (db: Db, username: string) =>
  one<{ issuer: string; subject: string; role: 'member' | 'admin' }>(db)`
    select issuer, subject, role from members where lower(username) = lower(${username})`
