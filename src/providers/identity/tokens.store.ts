import { type Db, one, run } from '#kernel/db.ts'

export type TokenKind = 'signup' | 'recovery' | 'magiclink' | 'email_change_current' | 'email_change_new'

/** Stores the hash of an emailed token, replacing an older token of the same kind. */
export const saveToken = (db: Db, hash: Buffer, userId: string, kind: TokenKind, expiresAt: Date) => run(db)`
  insert into identity_tokens (hash, user_id, kind, expires_at)
  values (${hash}, ${userId}::uuid, ${kind}, ${expiresAt})
  on conflict (user_id, kind) do update set hash = excluded.hash, expires_at = excluded.expires_at`

/** Uses the token. Returns null if the token is not one of these kinds, does not exist, or has expired. */
export const consumeToken = (db: Db, hash: Buffer, kinds: TokenKind[], now: Date) =>
  one<{ userId: string; kind: TokenKind }>(db)`
    delete from identity_tokens where hash = ${hash} and kind = any(${kinds}) and expires_at > ${now}
    returning user_id as "userId", kind`

export const dropTokens = (db: Db, userId: string) => run(db)`
  delete from identity_tokens where user_id = ${userId}::uuid`

/** Invalidates the links for an earlier address change, because they must not confirm a later one. */
export const dropEmailChangeTokens = (db: Db, userId: string) => run(db)`
  delete from identity_tokens where user_id = ${userId}::uuid and kind like 'email_change%'`

export const sweepTokens = (db: Db, now: Date) => run(db)`delete from identity_tokens where expires_at <= ${now}`
