import type { Context } from '#kernel/http.ts'
import type { SiteGauge } from '#kernel/metrics.ts'
import { findBackupTotals } from './backups.store.ts'

const failureDays = 7

/** Returns when the site was last backed up, the size of the backup, and the number of failures. */
export async function backupGauges({ db }: Pick<Context, 'db'>): Promise<SiteGauge[]> {
  const { lastSeconds, lastVerifiedSeconds, lastBytes, failures } = (await findBackupTotals(db, failureDays))!
  return [
    gauge('backup_last_timestamp_seconds', 'Time of the newest backup, or 0', lastSeconds),
    gauge('backup_last_verified_timestamp_seconds', 'Time of the newest verified backup, or 0', lastVerifiedSeconds),
    gauge('backup_last_bytes', 'Size of the newest backup, including its files', lastBytes),
    gauge('backup_recent_failures', 'Failed backups and verifications in the last seven days', failures),
  ]
}

const gauge = (name: string, help: string, value: number): SiteGauge => ({ name, help, values: [{ value }] })
