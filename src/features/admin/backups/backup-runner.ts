import type { BackupReason } from './backups.contract.ts'
import type { VerifiedBackup } from './verify-backup.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    backupRunner: BackupRunner
  }
}

export interface FinishedBackup {
  id: string
  bytes: number
  missing: string[]
}

/** Runs backups outside of this process. Its methods throw BackupError, or AbortError after `stop`. */
export interface BackupRunner {
  /** Whether this site is backed up every night. */
  isNightly: boolean
  /** Whether this site can decrypt its own backups. */
  canVerify: boolean
  create(reason: BackupReason, now: Date): Promise<FinishedBackup>
  verify(id: string): Promise<VerifiedBackup>
  /** Deletes old backups. @returns their ids */
  prune(): Promise<string[]>
  /** Stops the operation in progress, because the site is stopping. */
  stop(): void
}
