import path from 'node:path'
import type { PoolConfig } from 'pg'
import { BackupError } from '#features/admin/backups/backup-error.ts'
import type { BackupRunner, FinishedBackup } from '#features/admin/backups/backup-runner.ts'
import { backupCpuShare } from '#features/admin/backups/backup-site.ts'
import type { BackupReason } from '#features/admin/backups/backups.contract.ts'
import type { VerifiedBackup } from '#features/admin/backups/verify-backup.ts'
import { connectionForChild } from './child-connection.ts'
import { createChildProcesses } from './child-process.ts'
import type { Config } from './config.ts'

/** The child process's task. */
export type BackupWork =
  | { type: 'create'; reason: BackupReason; now: Date }
  | { type: 'verify'; id: string }
  | { type: 'prune' }

/** The message sent to the child process. */
export interface BackupTask {
  config: Config
  connection: PoolConfig | null
  /** How much of one core the process may use. */
  cpuShare: number
  work: BackupWork
}

/** Runs each backup in a child process with low priority. */
export function createBackupRunner(
  config: Config,
  connection: PoolConfig,
  { cpuShare = backupCpuShare } = {},
): BackupRunner {
  const processes = createChildProcesses<BackupTask>({
    script: path.join(import.meta.dirname, 'backup-child.ts'),
    name: 'backup',
    refused: (message) => new BackupError(message),
  })
  const run = <Result>(work: BackupWork) =>
    processes.run<Result>({ config, connection: connectionForChild(config, connection), cpuShare, work })

  return {
    isNightly: config.backups.isNightly,
    canVerify: config.backups.recipient === null,
    create: (reason, now) => run<FinishedBackup>({ type: 'create', reason, now }),
    verify: (id) => run<VerifiedBackup>({ type: 'verify', id }),
    prune: () => run<string[]>({ type: 'prune' }),
    stop: processes.stop,
  }
}
