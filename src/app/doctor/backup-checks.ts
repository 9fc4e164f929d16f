import type { BackupAttempt } from '#features/admin/backups/backups.contract.ts'
import { findLastBackup, findLastVerified, listAttempts } from '#features/admin/backups/backups.store.ts'
import { findBackup } from '#features/admin/backups/list-backups.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { t } from '#messages/messages.ts'
import type { Config } from '../config.ts'
import { type Finding, report } from './finding.ts'

const dayMs = 86_400_000
const { ok, warning, error } = report('backups')

interface Ages {
  warningDays: number
  errorDays: number
}
/** Large sites verify their backups once a week. */
const verifiedAges: Ages = { warningDays: 8, errorDays: 30 }
const backupAges: Ages = { warningDays: 2, errorDays: 8 }
/** Backups encrypted for an age key are verified on the machine that has the key. */
const verifiedElsewhereDays = 90

export async function checkBackups(
  { backups: { isNightly, recipient } }: Pick<Config, 'backups'>,
  db: Db,
  nowMs: number,
): Promise<Finding[]> {
  const lastVerified = await findLastVerified(db)
  const ages =
    recipient === null
      ? [verifiedAge(lastVerified, nowMs)]
      : [backupAge(await findLastBackup(db), nowMs), verifiedElsewhere(lastVerified, nowMs)]
  const failure = failureOf(await listAttempts(db))
  const findings = [
    ...(isNightly
      ? []
      : [
          warning(
            t('The site is not backed up every night.'),
            t('Set BACKUPS=nightly, or back up the site some other way.'),
          ),
        ]),
    ...(failure ? [failure] : []),
    ...ages,
  ]
  const problems = findings.filter(({ status }) => status !== 'ok')
  return problems.length > 0 ? problems : findings
}

/** Reports a problem if the last attempt failed or any earlier backup is damaged. */
function failureOf(attempts: readonly BackupAttempt[]): Finding | null {
  const [latest] = attempts
  const failed = latest?.error ? latest : attempts.find(({ backupId, error: reason }) => backupId !== null && reason)
  if (!failed?.error) return null
  const fix = t('Fix the problem, then run devstead backup create --verify.')
  const reason = failed.error
  if (failed.backupId === null) return error(t('The last backup failed: {reason}', { reason }), fix)
  const message = t('The backup {id} could not be verified: {reason}', { id: failed.backupId, reason })
  return failed === latest
    ? error(message, fix)
    : warning(
        message,
        t(
          'Newer backups are not affected. To repair it, restore the backup storage from a copy, then run devstead backup verify with its id.',
        ),
      )
}

function verifiedAge(backup: BackupAttempt | null, nowMs: number): Finding {
  const fix = t('Run devstead backup create --verify.')
  if (!backup) return warning(t('There is no verified backup yet.'), fix)
  const days = daysSince(backup, nowMs)
  const text = t(
    '{days, plural, one {The last verified backup is # day old.} other {The last verified backup is # days old.}}',
    { days: Math.floor(days) },
  )
  return ofAge(days, verifiedAges)(text, fix)
}

function backupAge(backup: BackupAttempt | null, nowMs: number): Finding {
  const fix = t('Run devstead backup create.')
  if (!backup) return warning(t('There is no backup yet.'), fix)
  const days = daysSince(backup, nowMs)
  const text = t('{days, plural, one {The last backup is # day old.} other {The last backup is # days old.}}', {
    days: Math.floor(days),
  })
  return ofAge(days, backupAges)(text, fix)
}

const ofAge = (days: number, { warningDays, errorDays }: Ages) =>
  days > errorDays ? error : days > warningDays ? warning : ok

const daysSince = ({ startedAt }: BackupAttempt, nowMs: number) => (nowMs - Date.parse(startedAt)) / dayMs

function verifiedElsewhere(lastVerified: BackupAttempt | null, nowMs: number): Finding {
  const days = lastVerified && Math.floor(daysSince(lastVerified, nowMs))
  const text =
    days === null
      ? t('No backup has been verified with the age key.')
      : t(
          '{days, plural, one {The last backup that was verified with the age key is # day old.} other {The last backup that was verified with the age key is # days old.}}',
          { days },
        )
  if (days !== null && days <= verifiedElsewhereDays) return ok(text)
  return warning(
    `${text} ${t('The server cannot verify its backups, because BACKUP_RECIPIENT encrypts them for that key.')}`,
    t('Run devstead backup verify --identity FILE with the same settings, where FILE contains the key.'),
  )
}

/** Checks the newest backup as far as possible without the key that decrypts it. */
export async function checkStoredBackup(config: Config, log: Log): Promise<Finding[]> {
  if (config.backups.recipient === null) return []
  const { backupSiteOf } = await import('../backups.ts')
  const { findStorageProblem } = await import('#features/admin/backups/stored-files.ts')
  const { target } = await backupSiteOf(config, log)
  const backup = await findBackup(target, null)
  const problem = await findStorageProblem(target, backup)
  const { id } = backup.index
  return problem === null
    ? [ok(`The archive of the backup ${id} has the correct checksum, and none of its files is missing.`)]
    : [error(`The backup ${id} is damaged: ${problem}`, 'Run devstead backup create.')]
}
