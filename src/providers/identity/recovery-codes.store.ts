import { type Db, one, run } from '#kernel/db.ts'

export interface RecoveryCodes {
  /** The factor that represents the set. */
  id: string
  name: string
  total: number
  remaining: number
}

export const findRecoveryCodes = (db: Db, userId: string) => one<RecoveryCodes>(db)`
  select f.id, f.name, count(c.hash)::int as total, count(c.hash) filter (where c.used_at is null)::int as remaining
  from identity_factors f left join identity_recovery_codes c on c.factor_id = f.id
  where f.user_id = ${userId}::uuid and f.kind = 'recovery_code' group by f.id`

/** @throws a unique violation if the user already has a set, or a factor with that name */
export const insertRecoveryFactor = (db: Db, id: string, userId: string, name: string, now: Date) => run(db)`
  insert into identity_factors (id, user_id, kind, name, verified_at, created_at, updated_at)
  values (${id}::uuid, ${userId}::uuid, 'recovery_code', ${name}, ${now}, ${now}, ${now})`

/** Replaces the set with a new one. */
export async function replaceCodes(db: Db, factorId: string, hashes: Buffer[], now: Date): Promise<void> {
  await run(db)`update identity_factors set updated_at = ${now} where id = ${factorId}::uuid`
  await run(db)`delete from identity_recovery_codes where factor_id = ${factorId}::uuid`
  await run(db)`insert into identity_recovery_codes (factor_id, hash)
    select ${factorId}::uuid, unnest(${hashes}::bytea[])`
}

/** Uses a code. @returns the factor's id, or null if the user has no such unused code */
export const consumeCode = (db: Db, userId: string, hash: Buffer, now: Date) => one<{ factorId: string }>(db)`
  update identity_recovery_codes c set used_at = ${now} from identity_factors f
  where f.id = c.factor_id and f.user_id = ${userId}::uuid and c.hash = ${hash} and c.used_at is null
  returning c.factor_id as "factorId"`

export const deleteRecoveryFactor = (db: Db, userId: string) => one<{ id: string }>(db)`
  delete from identity_factors where user_id = ${userId}::uuid and kind = 'recovery_code' returning id`
