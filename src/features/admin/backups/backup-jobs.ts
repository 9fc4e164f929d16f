import { t } from '#messages/messages.ts'
import { job, type JobContext, perform } from '#kernel/job.ts'
import { BackupError } from './backup-error.ts'
import type { FinishedBackup } from './backup-runner.ts'
import { findLastVerified, findNewest, recordFailure, recordVerification } from './backups.store.ts'

const nightHour = 2
const hourMs = 3_600_000
/** A site that was down at night is backed up once it is running again. */
const latestMs = 25 * hourMs
const weekMs = 7 * 24 * hourMs
/** Smaller sites are verified after each backup, larger ones weekly. */
const largeBytes = 1024 ** 3
const queue = 'backups'

const backUpNightly = job('backups.nightly', {
  summary: () => t('Back up the site'),
  schedule: '17 * * * *',
  queue,
  maxAttempts: 1,
})

export const backupWorkers = [
  perform(backUpNightly, async (ctx) => {
    if (ctx.backupRunner.isNightly && (await isDue(ctx))) await backUp(ctx)
  }),
]

async function isDue({ db, clock }: JobContext): Promise<boolean> {
  const newest = await findNewest(db)
  const ageMs = newest ? clock.now() - newest.startedAt.getTime() : Infinity
  return new Date(clock.now()).getUTCHours() === nightHour ? ageMs > hourMs : ageMs > latestMs
}

/** Backs up, verifies, and prunes. Failures are recorded, and the owner is notified. If the site stops in the meantime,
 *  a later run catches up. */
async function backUp(ctx: JobContext): Promise<void> {
  const { db, log, clock, backupRunner } = ctx
  const startedAt = new Date(clock.now())
  let backup: FinishedBackup
  try {
    backup = await backupRunner.create('nightly', startedAt)
  } catch (reason) {
    if (isStopped(reason)) return
    log.error({ err: reason }, 'the nightly backup failed')
    await recordFailure(db, { reason: 'nightly', startedAt, error: messageOf(reason) })
    return
  }
  if (backup.missing.length > 0) log.warn({ count: backup.missing.length }, 'files of some pictures are missing')
  if (backupRunner.canVerify && (await mustVerify(ctx, backup))) await verify(ctx, backup.id)
  await backupRunner.prune().catch((err: unknown) => {
    if (!isStopped(err)) log.warn({ err }, 'old backups could not be deleted')
  })
}

async function mustVerify({ db, clock }: JobContext, { bytes }: FinishedBackup): Promise<boolean> {
  if (bytes < largeBytes) return true
  const last = await findLastVerified(db)
  return !last || clock.now() - Date.parse(last.startedAt) >= weekMs
}

async function verify({ db, log, clock, backupRunner }: JobContext, backupId: string): Promise<void> {
  try {
    await backupRunner.verify(backupId)
    await recordVerification(db, { backupId, verifiedAt: new Date(clock.now()), error: null })
  } catch (reason) {
    if (isStopped(reason)) return
    log.error({ err: reason, backup: backupId }, 'the backup could not be verified')
    await recordVerification(db, { backupId, verifiedAt: null, error: messageOf(reason) })
  }
}

const isStopped = (reason: unknown) => reason instanceof Error && reason.name === 'AbortError'

const messageOf = (reason: unknown) =>
  reason instanceof BackupError ? reason.message : 'The backup stopped unexpectedly. See the site’s log.'
