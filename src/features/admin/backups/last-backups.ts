import type { Context } from '#kernel/http.ts'
import type { LastBackups } from './backups.contract.ts'
import { findLastVerified, listAttempts } from './backups.store.ts'

/** Returns the latest backups, as recorded in the database. */
export async function lastBackups({ db, backupRunner }: Pick<Context, 'db' | 'backupRunner'>): Promise<LastBackups> {
  return {
    isNightly: backupRunner.isNightly,
    backups: await listAttempts(db),
    lastVerified: await findLastVerified(db),
  }
}
