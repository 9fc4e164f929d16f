import { BackupError } from '#features/admin/backups/backup-error.ts'
import { createBackup } from '#features/admin/backups/create-backup.ts'
import { pruneBackups } from '#features/admin/backups/prune-backups.ts'
import { verifyBackup } from '#features/admin/backups/verify-backup.ts'
import { limitCpu } from '#kernel/cpu-limit.ts'
import { createLog } from '#kernel/log.ts'
import { lowerPriority } from '#kernel/process-priority.ts'
import type { BackupTask } from './backup-process.ts'
import { backupSiteOf } from './backups.ts'
import { connectionInChild } from './child-connection.ts'
import { failureOf, send } from './child-messages.ts'

// The child process of one backup; see `backup-process.ts`.

process.once('message', (task: BackupTask) => void work(task))
// The next backup deletes anything that this process leaves behind.
process.on('disconnect', () => process.exit(1))

async function work({ config, connection: sent, cpuShare, work }: BackupTask): Promise<void> {
  lowerPriority()
  limitCpu(cpuShare)
  const log = createLog({ ...config.log, level: 'error' })
  const site = { ...(await backupSiteOf(config, log)), connection: connectionInChild(config, sent) }
  try {
    await send({ type: 'done', result: await resultOf() })
  } catch (reason) {
    await send(failureOf(reason, reason instanceof BackupError))
  }
  process.exit()

  async function resultOf() {
    if (work.type === 'prune') return pruneBackups(site)
    if (work.type === 'verify') return verifyBackup(site, { id: work.id })
    const { index, missing } = await createBackup(site, { reason: work.reason, now: work.now })
    return { id: index.id, bytes: index.archive.bytes + index.files.bytes, missing }
  }
}
