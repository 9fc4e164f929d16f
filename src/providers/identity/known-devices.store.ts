import { type Db, one, run } from '#kernel/db.ts'

const maxDevices = 20

/** Reports whether the account with this address has signed in on the device. */
export const isDeviceKnown = async (db: Db, tokenHash: Buffer, email: string): Promise<boolean> =>
  (await one(db)`
    select from identity_devices d join identity_users u on u.id = d.user_id
    where d.token_hash = ${tokenHash} and u.email = ${email}`) !== null

/** Records another sign-in on a known device. @returns false if the account has no such device */
export const touchDevice = async (db: Db, tokenHash: Buffer, userId: string, now: Date): Promise<boolean> =>
  (await run(db)`
    update identity_devices set last_sign_in_at = ${now}
    where token_hash = ${tokenHash} and user_id = ${userId}::uuid`) === 1

interface NewDevice {
  userId: string
  tokenHash: Buffer
  /** The browser's previous token. The browser's other accounts switch to the new token too. */
  previousHash: Buffer | null
}
/** Stores the device. An account has at most twenty devices; devices that were never used again are removed first.
 *  @returns whether the account already had another device */
export async function insertDevice(
  db: Db,
  { userId, tokenHash, previousHash }: NewDevice,
  now: Date,
): Promise<{ hadOther: boolean }> {
  const other = await one(db)`select from identity_devices where user_id = ${userId}::uuid limit 1`
  await run(db)`
    insert into identity_devices (token_hash, user_id, created_at, last_sign_in_at)
    select ${tokenHash}::bytea, user_id, created_at, last_sign_in_at from identity_devices
    where token_hash = ${previousHash}
    union all select ${tokenHash}::bytea, ${userId}::uuid, ${now}::timestamptz, ${now}::timestamptz
    on conflict do nothing`
  await run(db)`
    delete from identity_devices where user_id = ${userId}::uuid and token_hash in (
      select token_hash from identity_devices where user_id = ${userId}::uuid and token_hash <> ${tokenHash}
      order by last_sign_in_at > created_at desc, last_sign_in_at desc offset ${maxDevices - 1})`
  return { hadOther: other !== null }
}

export const sweepDevices = (db: Db, unusedSince: Date) =>
  run(db)`delete from identity_devices where last_sign_in_at <= ${unusedSince}`
