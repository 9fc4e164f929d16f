import { type Db, many, one, run, sql } from '#kernel/db.ts'

/** Prevents other processes from recording a fingerprint until the end of the transaction. */
export const lockFingerprint = async (db: Db) =>
  void (await sql`lock table identity_factor_key in share row exclusive mode`.execute(db))

export const findFingerprint = async (db: Db) =>
  (await one<{ fingerprint: Buffer }>(db)`select fingerprint from identity_factor_key`)?.fingerprint ?? null

export const recordFingerprint = (db: Db, fingerprint: Buffer) => run(db)`
  insert into identity_factor_key (fingerprint) values (${fingerprint})`

export const forgetFingerprint = (db: Db) => run(db)`delete from identity_factor_key`

/** Returns every secret encrypted with the key. */
export const listSealedSecrets = (db: Db) => many<{ id: string; sealedSecret: Buffer }>(db)`
  select id, sealed_secret as "sealedSecret" from identity_factors where sealed_secret is not null`

/** Deletes all users' authenticator apps and recovery codes. @returns the email addresses of users who had any */
export async function deleteAllFactors(db: Db): Promise<string[]> {
  const users = await many<{ email: string }>(db)`
    select email from identity_users u where exists (
      select from identity_factors f where f.user_id = u.id and f.verified_at is not null)`
  await run(db)`delete from identity_factors`
  return users.map(({ email }) => email)
}
