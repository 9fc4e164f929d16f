import { type Db, many, one, run } from '#kernel/db.ts'
import { type SealedRow, secretsPerBatch, type SecretRow } from '#kernel/sealed-secrets.ts'

/** An authenticator app. Its secret is encrypted with a key that is not in the database. */
export interface App {
  id: string
  sealedSecret: Buffer
  isVerified: boolean
}

interface NewApp {
  id: string
  userId: string
  name: string
  sealedSecret: Buffer
}

/** @throws a unique violation if the user already has a factor with that name */
export const insertApp = (db: Db, { id, userId, name, sealedSecret }: NewApp, now: Date) => run(db)`
  insert into identity_factors (id, user_id, kind, name, sealed_secret, created_at, updated_at)
  values (${id}::uuid, ${userId}::uuid, 'totp', ${name}, ${sealedSecret}, ${now}, ${now})`

export const findApp = (db: Db, id: string, userId: string) => one<App>(db)`
  select id, sealed_secret as "sealedSecret", verified_at is not null as "isVerified"
  from identity_factors where id = ${id}::uuid and user_id = ${userId}::uuid and kind = 'totp'`

/** Creates a challenge for this session that is valid until the given time. */
export async function insertChallenge(
  db: Db,
  { id, factorId, sessionId }: { id: string; factorId: string; sessionId: string },
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await run(db)`insert into identity_challenges (id, factor_id, session_id, expires_at)
    values (${id}::uuid, ${factorId}::uuid, ${sessionId}::uuid, ${expiresAt})`
  await run(db)`update identity_factors set challenged_at = ${now} where id = ${factorId}::uuid`
}

export const findChallenge = (db: Db, id: string, factorId: string, sessionId: string) =>
  one<{ expiresAt: Date }>(db)`
    select expires_at as "expiresAt" from identity_challenges
    where id = ${id}::uuid and factor_id = ${factorId}::uuid and session_id = ${sessionId}::uuid`

export const dropChallenge = (db: Db, id: string) => run(db)`delete from identity_challenges where id = ${id}::uuid`

/** Uses up the code for a time step, which also verifies the app. @returns false if the code for this or a later step
 *  was already used */
export async function consumeStep(db: Db, id: string, step: number, now: Date): Promise<boolean> {
  const consumed = await run(db)`
    update identity_factors set last_step = ${step}, verified_at = coalesce(verified_at, ${now}), updated_at = ${now}
    where id = ${id}::uuid and last_step < ${step}`
  return consumed === 1
}

export const dropUnverifiedApps = (db: Db, userId: string) => run(db)`
  delete from identity_factors where user_id = ${userId}::uuid and verified_at is null`

/** Removes the app. If it was the last verified app, also removes the recovery codes, which are never the only factor.
 *  @returns false if the app no longer existed */
export async function deleteApp(db: Db, id: string, userId: string): Promise<boolean> {
  const deleted = await run(db)`delete from identity_factors where id = ${id}::uuid and user_id = ${userId}::uuid`
  await run(db)`
    delete from identity_factors where user_id = ${userId}::uuid and kind = 'recovery_code' and not exists (
      select from identity_factors where user_id = ${userId}::uuid and kind = 'totp' and verified_at is not null)`
  return deleted === 1
}

/** Reports whether the user has a verified app or a passkey. */
export const hasSecondFactor = async (db: Db, userId: string): Promise<boolean> =>
  (await one(db)`
    select from identity_factors where user_id = ${userId}::uuid and kind = 'totp' and verified_at is not null
    union all select from identity_passkeys where user_id = ${userId}::uuid limit 1`) !== null

/** @returns the number of deleted factors */
export const deleteFactors = (db: Db, userId: string) => run(db)`
  delete from identity_factors where user_id = ${userId}::uuid`

export async function sweepFactors(db: Db, now: Date, unverifiedBefore: Date): Promise<void> {
  await run(db)`delete from identity_factors where verified_at is null and created_at <= ${unverifiedBefore}`
  await run(db)`delete from identity_challenges where expires_at <= ${now}`
}

export const listSealedApps = (db: Db, afterId: string) => many<SecretRow>(db)`
  select id::text, id::text as owner, sealed_secret as bytes from identity_factors
  where sealed_secret is not null and id::text > ${afterId} order by id::text limit ${secretsPerBatch} for update`

export const saveSealedApps = (db: Db, rows: readonly SealedRow[]) => run(db)`
  update identity_factors set sealed_secret = sealed.bytes
  from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ bytes }) => bytes)}::bytea[]) as sealed (id, bytes)
  where identity_factors.id = sealed.id`

/** Deletes all users' authenticator apps and recovery codes. @returns the email addresses of users who had any */
export async function deleteAllFactors(db: Db): Promise<string[]> {
  const users = await many<{ email: string }>(db)`
    select email from identity_users u where exists (
      select from identity_factors f where f.user_id = u.id and f.verified_at is not null)`
  await run(db)`delete from identity_factors`
  return users.map(({ email }) => email)
}
