import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { hasTable } from '#kernel/tables.store.ts'
import type { BackupAttempt, BackupReason } from './backups.contract.ts'

export interface Restore {
  restoreId: string
  backupId: string
  backedUpAt: string
}

/** Records the restore in the database that it has created. */
export const recordRestore = (db: Db, { restoreId, backupId, backedUpAt }: Restore) =>
  run(db)`insert into restores (id, backup_id, backed_up_at) values (${restoreId}, ${backupId}, ${backedUpAt})`

/** Reports whether the restore is complete. */
export async function wasRestored(db: Db, restoreId: string): Promise<boolean> {
  if (!(await hasTable(db, 'restores'))) return false
  return (await one(db)`select from restores where id = ${restoreId}`) !== null
}

const listedAttempts = 20

/** Reports whether backups can be recorded: before migration 0080, they cannot. */
export const canRecord = (db: Db): Promise<boolean> => hasTable(db, 'backups')

interface Attempt {
  reason: BackupReason
  startedAt: Date
}

/** Records a complete backup. Recording it again changes nothing. */
export const recordBackup = (
  db: Db,
  { backupId, reason, startedAt, bytes }: Attempt & { backupId: string; bytes: number },
) =>
  run(db)`
    insert into backups (backup_id, reason, started_at, bytes) values (${backupId}, ${reason}, ${startedAt}, ${bytes})
    on conflict (backup_id) do nothing`

/** Records a backup that failed. A trigger notifies the owner. */
export const recordFailure = (db: Db, { reason, startedAt, error }: Attempt & { error: string }) =>
  run(db)`insert into backups (reason, started_at, error) values (${reason}, ${startedAt}, ${error})`

/** Records that the backup was verified, or why it could not be. A trigger notifies the owner of failures. */
export const recordVerification = (
  db: Db,
  { backupId, verifiedAt, error }: { backupId: string; verifiedAt: Date | null; error: string | null },
) => run(db)`update backups set verified_at = ${verifiedAt}, error = ${error} where backup_id = ${backupId}`

/** Returns the newest complete backup. */
export async function findLastBackup(db: Db): Promise<BackupAttempt | null> {
  const row = await one<AttemptRow>(db)`
    select ${fields} from backups where backup_id is not null order by started_at desc, id desc limit 1`
  return row && attemptOf(row)
}

const fields = sql`id, backup_id as "backupId", reason, started_at as "startedAt", bytes, verified_at as "verifiedAt", error`
interface AttemptRow extends Omit<BackupAttempt, 'startedAt' | 'verifiedAt'> {
  startedAt: Date
  verifiedAt: Date | null
}

export const listAttempts = async (db: Db): Promise<BackupAttempt[]> =>
  (
    await many<AttemptRow>(db)`
      select ${fields} from backups order by started_at desc, id desc limit ${sql.lit(listedAttempts)}`
  ).map(attemptOf)

export async function findLastVerified(db: Db): Promise<BackupAttempt | null> {
  const row = await one<AttemptRow>(db)`
    select ${fields} from backups where verified_at is not null order by started_at desc, id desc limit 1`
  return row && attemptOf(row)
}

/** Returns the latest attempt, successful or not. */
export const findNewest = (db: Db) =>
  one<{ startedAt: Date }>(db)`
    select started_at as "startedAt" from backups order by started_at desc, id desc limit 1`

export interface BackupTotals {
  /** When the newest backup was created, in seconds since 1970; 0 if there is none. */
  lastSeconds: number
  lastVerifiedSeconds: number
  lastBytes: number
  failures: number
}

/** Summarizes the backups. @param days how many days of failures to count */
export const findBackupTotals = (db: Db, days: number) =>
  one<BackupTotals>(db)`
    select coalesce(extract(epoch from max(started_at) filter (where backup_id is not null)), 0)::float8 as "lastSeconds",
      coalesce(extract(epoch from max(started_at) filter (where verified_at is not null)), 0)::float8
        as "lastVerifiedSeconds",
      coalesce((select bytes from backups where backup_id is not null order by started_at desc, id desc limit 1), 0)
        as "lastBytes",
      count(*) filter (where error is not null and started_at > now() - ${days}::int * interval '1 day') as failures
    from backups`

const attemptOf = ({ startedAt, verifiedAt, ...row }: AttemptRow): BackupAttempt => ({
  ...row,
  startedAt: startedAt.toISOString(),
  verifiedAt: verifiedAt && verifiedAt.toISOString(),
})
