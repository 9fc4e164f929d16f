import type { Db } from '#kernel/db.ts'
import type { BackupAttempt } from '#features/admin/backups/backups.contract.ts'
import { findLastVerified, listAttempts } from '#features/admin/backups/backups.store.ts'
import type { Config } from '../config.ts'
import { type Finding, report } from './finding.ts'

const dayMs = 86_400_000
/** Large sites verify their backups once a week. */
const warningDays = 8
const errorDays = 30

export const checkBackups = async ({ backups }: Pick<Config, 'backups'>, db: Db, nowMs: number): Promise<Finding[]> =>
  backupFindings(backups, await listAttempts(db), await findLastVerified(db), nowMs)

/** Evaluates the last attempt and the age of the last verified backup. `attempts`: newest first. */
function backupFindings(
  { isNightly }: Pick<Config['backups'], 'isNightly'>,
  [latest]: readonly BackupAttempt[],
  lastVerified: BackupAttempt | null,
  nowMs: number,
): Finding[] {
  const { ok, warning, error } = report('backups')
  const now = 'Run devstead backup create --verify.'
  const findings: Finding[] = []
  if (!isNightly)
    findings.push(
      warning('The site is not backed up every night.', 'Set BACKUPS=nightly, or back up the site in another way.'),
    )
  if (latest?.error)
    findings.push(
      error(`The last backup failed: ${latest.error}`, 'Fix the problem, then run devstead backup create --verify.'),
    )
  const days = lastVerified ? (nowMs - Date.parse(lastVerified.startedAt)) / dayMs : null
  const age =
    days === null
      ? ''
      : `The last verified backup is ${Math.floor(days)} ${Math.floor(days) === 1 ? 'day' : 'days'} old.`
  if (days === null) findings.push(warning('There is no verified backup yet.', now))
  else if (days > errorDays) findings.push(error(age, now))
  else if (days > warningDays) findings.push(warning(age, now))
  return findings.length > 0 ? findings : [ok(age)]
}
