import type { BackupAttempt } from '#features/admin/backups/backups.contract.ts'
import { findLastBackup, findLastVerified, listAttempts } from '#features/admin/backups/backups.store.ts'
import { findBackup } from '#features/admin/backups/list-backups.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
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
      ? [ageOf('verified backup', lastVerified, nowMs, verifiedAges, 'Run devstead backup create --verify.')]
      : [
          ageOf('backup', await findLastBackup(db), nowMs, backupAges, 'Run devstead backup create.'),
          verifiedElsewhere(lastVerified, nowMs),
        ]
  const failure = failureOf(await listAttempts(db))
  const findings = [
    ...(isNightly
      ? []
      : [
          warning('The site is not backed up every night.', 'Set BACKUPS=nightly, or back up the site some other way.'),
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
  const fix = 'Fix the problem, then run devstead backup create --verify.'
  if (failed.backupId === null) return error(`The last backup failed: ${failed.error}`, fix)
  const message = `The backup ${failed.backupId} could not be verified: ${failed.error}`
  return failed === latest
    ? error(message, fix)
    : warning(
        message,
        'Newer backups are not affected. To repair it, restore the backup storage from a copy, then run devstead backup verify with its id.',
      )
}

function ageOf(
  what: string,
  backup: BackupAttempt | null,
  nowMs: number,
  { warningDays, errorDays }: Ages,
  fix: string,
): Finding {
  if (!backup) return warning(`There is no ${what} yet.`, fix)
  const days = daysSince(backup, nowMs)
  const age = `The last ${what} is ${ageText(days)}.`
  return days > errorDays ? error(age, fix) : days > warningDays ? warning(age, fix) : ok(age)
}

const ageText = (days: number) => `${Math.floor(days)} ${Math.floor(days) === 1 ? 'day' : 'days'} old`
const daysSince = ({ startedAt }: BackupAttempt, nowMs: number) => (nowMs - Date.parse(startedAt)) / dayMs

function verifiedElsewhere(lastVerified: BackupAttempt | null, nowMs: number): Finding {
  const days = lastVerified && Math.floor(daysSince(lastVerified, nowMs))
  if (days !== null && days <= verifiedElsewhereDays)
    return ok(`The last backup that was verified with the age key is ${ageText(days)}.`)
  const what =
    days === null
      ? 'No backup has been verified with the age key'
      : `The last backup that was verified with the age key is ${ageText(days)}`
  return warning(
    `${what}. The server cannot verify its backups, because BACKUP_RECIPIENT encrypts them for that key.`,
    'Run devstead backup verify --identity FILE with the same settings, where FILE contains the key.',
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
