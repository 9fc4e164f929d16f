import path from 'node:path'
import { t } from '#messages/messages.ts'
import { type Changes, createChanges } from '#kernel/changes.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import { createEmit } from '#kernel/event.ts'
import type { BaseContext, Context } from '#kernel/http.ts'
import { job, jobSetOf, type JobContext, perform, type Worker } from '#kernel/job.ts'
import { createJobs } from '#kernel/jobs.ts'
import type { Log } from '#kernel/log.ts'
import { createMetrics, type Metrics } from '#kernel/metrics.ts'
import { sweepRateLimits } from '#kernel/rate-limits.store.ts'
import { createSafeFetch } from '#kernel/safe-fetch.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { createLiveSiteSettings, type LiveSiteSettings } from '#features/admin/site-settings/live-site-settings.ts'
import { createImageProxy } from '#features/discovery/image-proxy/image-proxy.ts'
import { openSocialImages } from './social-images.ts'
import { openSiteBucket } from './bucket.ts'
import type { Config } from './config.ts'
import { announceContent } from './content-changes.ts'
import type { Database } from './database.ts'
import { fixedSettings } from './fixed-settings.ts'
import type { Mount } from './http.ts'
import { createFeatureServices, features, routes } from './features.ts'
import { createBackupRunner } from './backup-process.ts'
import { createImportRunner } from './import-process.ts'
import { createMarkdown } from './markdown.ts'
import { createMetricsReader } from './process-metrics.ts'
import { siteOverview } from './overview.ts'
import { openProviders } from './providers.ts'
import { enqueueSealing, openSiteSealing, sealingWorkers } from './sealing.ts'
import { createSitePaths } from './site-paths.ts'

export interface Services {
  ctx: Context
  mounts: Mount[]
  changes: Pick<Changes, 'stampOf' | 'lastStampOf'>
  /** Stops accepting requests, then stops jobs, then closes the services that both use. */
  close: () => Promise<void>
}

/** Creates the context for handlers and jobs: the base, the providers, and the features' services. Starts the jobs. */
export async function createServices(
  config: Config,
  { db, connection, breaker }: Pick<Database, 'db' | 'connection'> & Partial<Pick<Database, 'breaker'>>,
  log: Log,
  { clock = systemClock, metrics = createMetrics() }: { clock?: Clock; metrics?: Metrics } = {},
): Promise<Services> {
  const timeouts = { statementLimitMs: config.databaseTimeoutMs, heartbeatMs: config.databaseTimeoutMs }
  const changes = await createChanges({ db, connection, log, ...timeouts })
  const stopAnnouncing = announceContent(changes)
  const userAgent = `Devstead (+${config.siteUrl})`
  const sealing = await openSiteSealing(config, db)
  const siteSettings = createLiveSiteSettings({
    db,
    changes,
    fixed: fixedSettings(config),
    isTroubled: breaker?.isTroubled,
  })
  await siteSettings.refresh()
  const { announce, announceSoon } = changes
  const base = { db, log, clock, sealing, siteSettings, announce, announceSoon }
  const bucket = await openSiteBucket(config, db, log)
  const providers = await openProviders(config, { ...base, userAgent, bucket })
  const { mailer, storage, streaming } = providers.context
  const fetch = createSafeFetch({ allow: config.outboundAllow, userAgent })
  const content = await openContent(config, { ...base, storage, fetch })
  const workers: Worker[] = [
    ...providers.workers,
    ...rateLimitWorkers,
    ...sealingWorkers,
    ...features.flatMap((feature) => feature.workers ?? []),
  ]
  const parts: BaseContext = {
    ...base,
    ...providers.context,
    features,
    emit: createEmit(
      features.flatMap((feature) => feature.on ?? []),
      () => ctx,
    ),
    ...content,
    siteUrl: config.siteUrl,
    jobSummaries: new Map(workers.map(({ job: { name, summary } }) => [name, summary])),
    site: siteFacts(config, siteSettings),
    sitePaths: createSitePaths(routes),
    importRunner: createImportRunner(config, { connection, bucket }),
    auditLog: { days: config.auditLogDays },
    siteOverview: () => siteOverview(config, ctx),
    metrics: { token: config.metricsToken, ofProcesses: createMetricsReader(metrics) },
    backupRunner: createBackupRunner(config, connection),
  }
  const ctx: Context = { ...parts, ...createFeatureServices({ ...parts, fetch }, () => ctx) }
  const jobContext: JobContext = { ...ctx, fetch }
  const setOf = (callsOut: boolean) =>
    jobSetOf(workers.filter(({ job }) => Boolean(job.callsOut) === callsOut).map(withCurrentSettings), jobContext)
  const sets = [setOf(false), { ...setOf(true), concurrency: outboundConcurrency }]
  const jobs = config.roles.includes('worker')
    ? await createJobs({ connection, sets, log, metrics, ...timeouts })
    : null
  for (const { start } of ctx.features) await start?.(ctx)
  await enqueueSealing(db)
  return {
    ctx,
    mounts: providers.mounts,
    changes,
    close: async () => {
      for (const { stop } of ctx.features) await stop?.(ctx)
      await Promise.all([jobs?.stop(), streaming.close()])
      for (const { close } of ctx.features) await close?.(ctx)
      await content.markdown.close()
      stopAnnouncing()
      await changes.stop()
      mailer?.close()
      content.socialImages.close()
      bucket?.close()
    },
  }
}

/** Like requests, jobs read the settings from memory, but never an outdated copy. */
const withCurrentSettings = ({ job, run }: Worker): Worker => ({
  job,
  run: async (ctx, payload) => {
    await ctx.siteSettings.refresh()
    await run(ctx, payload)
  },
})

type ContentParts = Pick<JobContext, 'siteSettings' | 'db' | 'sealing' | 'log' | 'clock' | 'storage' | 'fetch'>

/** Creates the services that render members' content: Markdown, the image proxy, and social images. */
async function openContent(config: Config, { fetch, ...parts }: ContentParts) {
  const { db, sealing, log, storage } = parts
  const imageSecret = await siteSecret({ db, sealing }, 'image-proxy')
  const cacheDir = path.join(config.dataDir, 'cache/image-proxy')
  const imageProxy = createImageProxy({ cacheDir, secret: imageSecret, fetch, log })
  return {
    imageProxy,
    socialImages: openSocialImages(config, { ...parts, imageProxy }),
    markdown: createMarkdown({ db, siteUrl: config.siteUrl, imageSecret, storage }),
  }
}

const siteFacts = (config: Config, siteSettings: LiveSiteSettings): Context['site'] => ({
  get name() {
    return siteSettings.name
  },
  ownerUsername: config.ownerUsername,
  ...(!config.hasServiceWorker && { hasServiceWorker: false as const }),
  ...(!config.supabase && { minPasswordLength: config.minPasswordLength }),
  canSendEmail: config.smtp !== null || config.supabase !== null,
  ...(config.externalLogin.oidc && { signInProvider: config.externalLogin.oidc.name }),
  ...(config.smtp && (!config.supabase || config.supabase.serviceKey) && { emailsDecisions: true as const }),
})

/** The number of concurrent jobs that call other hosts. They have their own workers, so that they do not delay others. */
const outboundConcurrency = 12

const sweep = job('rate-limits.sweep', { summary: () => t('Delete old rate-limit counters'), schedule: '*/10 * * * *' })
const rateLimitWorkers = [perform(sweep, ({ db, clock }) => sweepRateLimits(db, clock.now()))]
