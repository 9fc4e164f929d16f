import type { Db } from '#kernel/db.ts'
import { countOf } from '#features/admin/jobs/jobs.contract.ts'
import { countJobs, longestWaitSeconds } from '#features/admin/jobs/jobs.store.ts'
import { t } from '#messages/messages.ts'
import { pendingMigrations } from '../database.ts'
import { findServerFacts, ping, type ServerFacts } from './database-checks.store.ts'
import { type Finding, report } from './finding.ts'

const oldestVersion = 140_000
const slowMs = 100
const minuteMs = 60_000

/** Checks the database, its clock, its migrations, and the job queue. */
export async function checkDatabase(db: Db): Promise<Finding[]> {
  const pending = await pendingMigrations(db)
  const startedMs = Date.now()
  const facts = (await findServerFacts(db))!
  const skewMs = facts.now.getTime() - (startedMs + Date.now()) / 2
  return [
    ...serverFindings(facts, await latencyOf(db)),
    clockFinding('the database server', skewMs),
    migrationFinding(pending),
    ...(pending.length === 0 ? await checkQueue(db) : []),
  ]
}

/** The median time of a statement, in milliseconds. */
async function latencyOf(db: Db): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const startedMs = performance.now()
    await ping(db)
    times.push(performance.now() - startedMs)
  }
  return times.toSorted((a, b) => a - b)[2]!
}

export function serverFindings(facts: ServerFacts, latencyMs: number): Finding[] {
  const { ok, warning, error } = report('database')
  const { version, versionNumber, encoding, locale, hasNewCollation, isReadOnly } = facts
  const time = `${latencyMs.toFixed(1)} ms`
  const findings: (Finding | false)[] = [
    versionNumber < oldestVersion &&
      error(`PostgreSQL ${version} is too old.`, 'Upgrade the server to PostgreSQL 14 or newer.'),
    encoding !== 'UTF8' &&
      error(
        `The database’s encoding is ${encoding}.`,
        'Create a database with UTF8 encoding and restore a backup into it.',
      ),
    isReadOnly && error('The database is read-only.', 'Point DATABASE_URL to the primary server, not to a standby.'),
    hasNewCollation &&
      warning(
        'The operating system’s sort order has changed since the database was created.',
        'Run REINDEX DATABASE and then ALTER DATABASE … REFRESH COLLATION VERSION.',
      ),
    latencyMs > slowMs &&
      warning(
        `A statement takes ${time}.`,
        'Run the site near its database, or find out what is keeping the server busy.',
      ),
  ]
  const found = findings.filter((finding) => finding !== false)
  return found.length > 0 ? found : [ok(`PostgreSQL ${version} with ${encoding} and ${locale} responds in ${time}.`)]
}

/** Evaluates the difference between a clock and this machine's. */
export function clockFinding(whose: string, skewMs: number, toleranceMs = 0): Finding {
  const { ok, warning, error } = report('clock')
  const off = Math.max(0, Math.abs(skewMs) - toleranceMs)
  const text = `The clock of ${whose} is ${(Math.abs(skewMs) / 1000).toFixed(1)} s ${skewMs > 0 ? 'ahead of' : 'behind'} this machine’s.`
  const fix = 'Synchronize the clocks of both machines, for example with systemd-timesyncd or chrony.'
  if (off > 30_000) return error(text, fix)
  return off > 2000 ? warning(text, fix) : ok(`The clock of ${whose} agrees with this machine’s.`)
}

function migrationFinding(pending: string[]): Finding {
  const { ok, warning } = report('migrations')
  if (pending.length === 0) return ok('The database is up to date.')
  const count = `${pending.length} ${pending.length === 1 ? 'migration has' : 'migrations have'}`
  return warning(`${count} not run yet: ${pending.join(', ')}.`, 'Restart the site, or run devstead migrate.')
}

const checkQueue = async (db: Db): Promise<Finding[]> =>
  queueFindings({
    oldestDueMs: (await longestWaitSeconds(db)) * 1000,
    failed: countOf(await countJobs(db), 'failed'),
  })

/** Evaluates the failed jobs, and the age of the oldest job that is due. */
export function queueFindings({ oldestDueMs, failed }: { oldestDueMs: number; failed: number }): Finding[] {
  const { ok, warning, error } = report('jobs')
  const findings: Finding[] = []
  const minutes = Math.round(oldestDueMs / minuteMs)
  const late = t(
    '{minutes, plural, one {A job has been waiting for # minute.} other {A job has been waiting for # minutes.}}',
    { minutes },
  )
  const fix = t('Check that the site is running, and look at its log and /admin/jobs.')
  if (oldestDueMs > 60 * minuteMs) findings.push(error(late, fix))
  else if (oldestDueMs > 5 * minuteMs) findings.push(warning(late, fix))
  if (failed > 0)
    findings.push(
      warning(
        t('{failed, plural, one {# job has failed permanently.} other {# jobs have failed permanently.}}', { failed }),
        t('Run devstead jobs list to see why. Once the problem is fixed, run devstead jobs retry --all.'),
      ),
    )
  return findings.length > 0 ? findings : [ok('No jobs are overdue.')]
}
