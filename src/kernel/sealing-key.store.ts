import { type Db, one, run, sql } from './db.ts'

/** Prevents other processes from recording a fingerprint until the end of the transaction. */
export const lockFingerprint = async (db: Db) =>
  void (await sql`lock table sealing_key in share row exclusive mode`.execute(db))

export const findFingerprint = async (db: Db) =>
  (await one<{ fingerprint: Buffer }>(db)`select fingerprint from sealing_key`)?.fingerprint ?? null

export const recordFingerprint = (db: Db, fingerprint: Buffer) => run(db)`
  insert into sealing_key (fingerprint) values (${fingerprint})`

export const replaceFingerprint = (db: Db, fingerprint: Buffer) => run(db)`
  insert into sealing_key (fingerprint) values (${fingerprint})
  on conflict (is_only) do update set fingerprint = excluded.fingerprint, recorded_at = now()`

export const forgetFingerprint = (db: Db) => run(db)`delete from sealing_key`
