import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id } from '#schemas/ids.contract.ts'

/** Why a backup was made. */
export const BackupReason = z.enum(['nightly', 'manual', 'migration', 'restore'])
export type BackupReason = z.infer<typeof BackupReason>

const BackupAttempt = z.object({
  id: Id,
  /** The id for commands: `20261124T021700Z-3f9c`. Null if the backup failed. */
  backupId: z.nullable(z.string()),
  reason: BackupReason,
  startedAt: z.iso.datetime(),
  /** The size of the archive and of all files that it refers to. */
  bytes: z.nullable(z.int().check(z.gte(0))),
  /** When the backup was last restored into a temporary database and compared with its manifest. */
  verifiedAt: z.nullable(z.iso.datetime()),
  /** Why the backup or its last verification failed. */
  error: z.nullable(z.string()),
})
export type BackupAttempt = z.infer<typeof BackupAttempt>

export const LastBackups = z.object({
  /** Whether the site is backed up every night. */
  isNightly: z.boolean(),
  /** The latest attempts, newest first. */
  backups: z.array(BackupAttempt),
  /** The newest backup that has been verified and has not failed a verification since. */
  lastVerified: z.nullable(BackupAttempt),
})
export type LastBackups = z.infer<typeof LastBackups>

export const getBackups = endpoint('GET /api/admin/backups', {
  summary: 'List the latest backups',
  access: 'admin',
  answer: LastBackups,
})
