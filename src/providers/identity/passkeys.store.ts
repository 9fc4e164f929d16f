import { type Db, many, one, run } from '#kernel/db.ts'
import { lockUser } from './users.store.ts'

/** A passkey as its owner sees it. */
export interface Passkey {
  id: string
  name: string
  isBackedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

/** The data needed to verify a signature. */
export interface PasskeyKey {
  id: string
  userId: string
  publicKey: Buffer
  counter: number
}

export interface NewPasskey extends Omit<Passkey, 'createdAt' | 'lastUsedAt'>, PasskeyKey {
  credentialId: Buffer
  transports: string[]
}

/** Oldest first. */
export const listPasskeys = (db: Db, userId: string) => many<Passkey>(db)`
  select id, name, is_backed_up as "isBackedUp", created_at as "createdAt", last_used_at as "lastUsedAt"
  from identity_passkeys where user_id = ${userId}::uuid order by created_at, id`

/** Returns the credentials that a browser needs to know about. */
export const listCredentials = (db: Db, userId: string) => many<{ credentialId: Buffer; transports: string[] }>(db)`
  select credential_id as "credentialId", transports from identity_passkeys where user_id = ${userId}::uuid`

export const findPasskeyKey = (db: Db, credentialId: Buffer) => one<PasskeyKey>(db)`
  select id, user_id as "userId", public_key as "publicKey", counter
  from identity_passkeys where credential_id = ${credentialId}`

/** Must run in a transaction. @returns false if the user already has `max` passkeys
 *  @throws a unique violation if the credential is already registered */
export async function insertPasskey(db: Db, passkey: NewPasskey, max: number, now: Date): Promise<boolean> {
  const { id, userId, credentialId, publicKey, counter, transports, name, isBackedUp } = passkey
  await lockUser(db, userId)
  const inserted = await run(db)`
    insert into identity_passkeys
      (id, user_id, credential_id, public_key, counter, transports, name, is_backed_up, created_at)
    select ${id}::uuid, ${userId}::uuid, ${credentialId}, ${publicKey}, ${counter}, ${transports}::text[], ${name},
      ${isBackedUp}, ${now}
    where (select count(*) from identity_passkeys where user_id = ${userId}::uuid) < ${max}`
  return inserted === 1
}

/** Records a use of the passkey. @returns false if it was removed or its counter did not increase */
export async function notePasskeyUse(
  db: Db,
  id: string,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
  now: Date,
): Promise<boolean> {
  const noted = await run(db)`
    update identity_passkeys set counter = ${counter}, is_backed_up = ${isBackedUp}, last_used_at = ${now}
    where id = ${id}::uuid and (counter < ${counter} or counter = 0 and ${counter} = 0)`
  return noted === 1
}

/** @returns the passkey, or null if the user has no such passkey */
export const renamePasskey = (db: Db, id: string, userId: string, name: string) => one<Passkey>(db)`
  update identity_passkeys set name = ${name} where id = ${id}::uuid and user_id = ${userId}::uuid
  returning id, name, is_backed_up as "isBackedUp", created_at as "createdAt", last_used_at as "lastUsedAt"`

/** Raises the session to AAL2 with the passkey, unless it already is. */
export const raiseByPasskey = (db: Db, sessionId: string, passkeyId: string) => run(db)`
  update identity_sessions set passkey_id = ${passkeyId}::uuid
  where id = ${sessionId}::uuid and second_factor_id is null and passkey_id is null`

/** Removes the passkey and ends the sessions that started with it, except `keep`. @returns false if the passkey no
 *  longer existed */
export async function deletePasskey(db: Db, id: string, userId: string, keep: string): Promise<boolean> {
  await run(db)`
    delete from identity_sessions where passkey_id = ${id}::uuid and method = 'passkey' and user_id = ${userId}::uuid
      and id <> ${keep}::uuid`
  return (await run(db)`delete from identity_passkeys where id = ${id}::uuid and user_id = ${userId}::uuid`) === 1
}

/** @returns the number of deleted passkeys */
export const deletePasskeys = (db: Db, userId: string) => run(db)`
  delete from identity_passkeys where user_id = ${userId}::uuid`

export interface PasskeyChallenge {
  challenge: string
  expiresAt: Date
}

/** `sessionId` is null for a challenge to sign in. */
export const insertPasskeyChallenge = (
  db: Db,
  { id, sessionId, challenge, expiresAt }: PasskeyChallenge & { id: string; sessionId: string | null },
) => run(db)`
  insert into identity_passkey_challenges (id, session_id, challenge, expires_at)
  values (${id}::uuid, ${sessionId}::uuid, ${challenge}, ${expiresAt})`

/** Uses the challenge. Returns null if it was already used or belongs to another session. */
export const consumePasskeyChallenge = (db: Db, id: string, sessionId: string | null) => one<PasskeyChallenge>(db)`
  delete from identity_passkey_challenges where id = ${id}::uuid and session_id is not distinct from ${sessionId}::uuid
  returning challenge, expires_at as "expiresAt"`

export const sweepPasskeyChallenges = (db: Db, now: Date) => run(db)`
  delete from identity_passkey_challenges where expires_at <= ${now}`
