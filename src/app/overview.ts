import { lastBackups } from '#features/admin/backups/last-backups.ts'
import { countOf } from '#features/admin/jobs/jobs.contract.ts'
import { countJobs, longestWaitSeconds } from '#features/admin/jobs/jobs.store.ts'
import type { Overview, SiteWarning } from '#features/admin/overview/overview.contract.ts'
import type { Context } from '#kernel/http.ts'
import { withStatementLimit } from '#kernel/statement-limit.ts'
import type { Config } from './config.ts'
import { checkBackups } from './doctor/backup-checks.ts'
import { queueFindings } from './doctor/database-checks.ts'
import type { Finding } from './doctor/finding.ts'
import { checkSettings, diskFinding, diskOf } from './doctor/machine-checks.ts'
import { findSiteTotals } from './overview.store.ts'
import { programVersion } from './program-version.ts'

const statementLimitMs = 5000

/** Reads the state of the site for administrators. Its warnings are the same as those of `devstead doctor`. */
export const siteOverview = (config: Config, ctx: Pick<Context, 'db' | 'clock' | 'backupRunner'>): Promise<Overview> =>
  withStatementLimit(statementLimitMs, async () => {
    const { db, clock } = ctx
    const disk = await diskOf(config.dataDir)
    const jobs = await queueOf(ctx)
    const totals = (await findSiteTotals(db))!
    const findings = [
      ...checkSettings(config),
      diskFinding(config.dataDir, disk.free, disk.total),
      ...queueFindings({ oldestDueMs: jobs.longestWaitSeconds * 1000, failed: jobs.failed }),
      ...(await checkBackups(config, db, clock.now())),
    ]
    return {
      warnings: findings.flatMap(warningOf),
      members: { total: totals.members, suspended: totals.suspended },
      posts: { short: totals.shortPosts, articles: totals.articles },
      storage: {
        pictures: totals.pictureBytes,
        recordings: totals.recordingBytes,
        database: totals.databaseBytes,
        disk,
      },
      jobs,
      backups: await lastBackups(ctx),
      versions: {
        program: programVersion,
        node: process.versions.node,
        postgres: totals.postgres,
        schema: totals.schema,
      },
    }
  })

async function queueOf({ db }: Pick<Context, 'db'>): Promise<Overview['jobs']> {
  const tasks = await countJobs(db)
  return {
    waiting: countOf(tasks, 'waiting'),
    retrying: countOf(tasks, 'retrying'),
    running: countOf(tasks, 'running'),
    failed: countOf(tasks, 'failed'),
    longestWaitSeconds: await longestWaitSeconds(db),
  }
}

const warningOf = ({ check, status, message, fix }: Finding): SiteWarning[] =>
  status === 'ok' ? [] : [{ check, severity: status, message, fix }]
