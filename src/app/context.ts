import path from 'node:path'
import { type Changes, createChanges } from '#kernel/changes.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import { createEmit } from '#kernel/event.ts'
import type { BaseContext, Context } from '#kernel/http.ts'
import { job, jobSetOf, type JobContext, perform, type Worker } from '#kernel/job.ts'
import { createJobs } from '#kernel/jobs.ts'
import type { Log } from '#kernel/log.ts'
import { sweepRateLimits } from '#kernel/rate-limits.store.ts'
import { createSafeFetch } from '#kernel/safe-fetch.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { createImageProxy } from '#features/discovery/image-proxy/image-proxy.ts'
import { isDeletedAccount } from '#features/people/profiles/deleted-members.store.ts'
import { findMemberByIdentity, memberOfIdentity } from '#features/people/profiles/members.store.ts'
import { appViewBluesky } from '#providers/bluesky/app-view.ts'
import { octokitGithub } from '#providers/github/octokit.ts'
import { smtpMailer } from '#providers/mail/smtp.ts'
import { openSocialImages } from './social-images.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Mount } from './http.ts'
import { createFeatureServices, features } from './features.ts'
import { createIdentity } from './identity.ts'
import { createMarkdown } from './markdown.ts'
import { createStorage } from './storage.ts'
import { createStreaming } from './streaming.ts'

export interface Services {
  ctx: Context
  mounts: Mount[]
  changes: Pick<Changes, 'stampOf' | 'lastStampOf'>
  close: () => Promise<void>
}

/** Everything that handlers use, put together from the settings: each part embedded, or hosted where they name a service. */
export async function createServices(
  config: Config,
  { db, connection }: Pick<Database, 'db' | 'connection'>,
  log: Log,
  clock: Clock = systemClock,
): Promise<Services> {
  const { siteUrl, siteName, ownerUsername } = config
  const mailer = config.smtp && smtpMailer(config.smtp)
  const base = { db, log, clock, mailer }
  const limits = { statementLimitMs: config.databaseTimeoutMs, heartbeatMs: config.databaseTimeoutMs }
  const changes = await createChanges({ db, connection, log, ...limits })
  const { identity, outbox, workers: identityWorkers } = await createIdentity(config, base)
  const memberOf: Context['memberOf'] = async (authorization) => {
    const who = await identity.identify(authorization)
    if (!who) return null
    const known = await findMemberByIdentity(db, who.issuer, who.subject)
    // A hosted project gives an account to whoever asks it: closed, the site itself must take in nobody new.
    if (known || (config.supabase && config.registration === 'closed')) return known
    if (await isDeletedAccount(db, who)) return null
    const made = await memberOfIdentity(db, who, { ownerUsername, findFirst: identity.firstAccount })
    await changes.announce('members')
    return made
  }
  const storage = await createStorage(config, { ...base, memberOf })
  const imageSecret = await siteSecret(db, 'image-proxy')
  const userAgent = `Devstead (+${siteUrl})`
  const fetch = createSafeFetch({ allow: config.outboundAllow, userAgent })
  const github = octokitGithub({ ...config.github, userAgent, log, clock })
  const bluesky = appViewBluesky({ url: config.blueskyApiUrl, userAgent })
  const imageProxy = createImageProxy({
    cacheDir: path.join(config.dataDir, 'cache/image-proxy'),
    secret: imageSecret,
    fetch,
    log,
  })
  const streaming = await createStreaming(config, base)
  const socialImages = openSocialImages(config, { ...base, storage, imageProxy })
  const markdown = createMarkdown({ db, siteUrl, imageSecret, storage })
  const emit = createEmit(
    features.flatMap((feature) => feature.on ?? []),
    () => ctx,
  )
  const workers: Worker[] = [
    ...identityWorkers,
    ...storage.workers,
    ...streaming.workers,
    ...rateLimitWorkers,
    ...features.flatMap((feature) => feature.workers ?? []),
  ]
  const parts: BaseContext = {
    ...base,
    features,
    emit,
    announce: changes.announce,
    siteUrl,
    memberOf,
    identity,
    outbox,
    storage,
    streaming,
    github,
    githubWebhookSecret: config.github.webhookSecret,
    bluesky,
    webSubHub: config.webSubHub,
    imageProxy,
    markdown,
    socialImages,
    jobSummaries: new Map(workers.map(({ job: { name, summary } }) => [name, summary])),
    site: {
      name: siteName,
      ownerUsername,
      isRegistrationOpen: config.registration === 'open',
      ...(!config.supabase && { minPasswordLength: config.minPasswordLength }),
      canSendEmail: mailer !== null || config.supabase !== null,
    },
  }
  const ctx: Context = { ...parts, ...createFeatureServices({ ...parts, fetch }, () => ctx) }
  const jobContext: JobContext = { ...ctx, fetch }
  const startJobs = (chosen: Worker[], options: Partial<Parameters<typeof createJobs>[0]> = {}) =>
    createJobs({ connection, sets: [jobSetOf(chosen, jobContext)], log, ...limits, ...options })
  const jobs = await startJobs(workers.filter(({ job }) => !job.callsOut))
  const outboundJobs = await startJobs(
    workers.filter(({ job }) => job.callsOut),
    outbound,
  )
  for (const { start } of ctx.features) await start?.(ctx)
  const mounts = [
    mount('/auth/v1', identity),
    mount('/storage/v1', storage),
    mount('/live', streaming, { isBusy: true }),
  ].flat()
  return {
    ctx,
    mounts,
    changes,
    close: async () => {
      for (const { stop } of ctx.features) await stop?.(ctx)
      await Promise.all([jobs.stop(), outboundJobs.stop(), streaming.close()])
      for (const { close } of ctx.features) await close?.(ctx)
      await markdown.close()
      await changes.stop()
      mailer?.close()
      socialImages.close()
    },
  }
}

/** For jobs that wait for other hosts. */
const outbound = { concurrency: 12, maxConnections: 12 }

const mount = (prefix: string, { handle }: Partial<Mount>, more: Partial<Mount> = {}): Mount[] =>
  handle ? [{ prefix, handle, ...more }] : []

const sweep = job('rate-limits.sweep', { summary: 'Delete old rate-limit counters', schedule: '*/10 * * * *' })
const rateLimitWorkers = [perform(sweep, ({ db, clock }) => sweepRateLimits(db, clock.now()))]
