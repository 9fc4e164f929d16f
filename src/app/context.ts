import path from 'node:path'
import { type Changes, createChanges } from '#kernel/changes.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import type { Context } from '#kernel/http.ts'
import { createJobs, type JobSet } from '#kernel/jobs.ts'
import type { Log } from '#kernel/log.ts'
import { sweepRateLimits } from '#kernel/rate-limits.store.ts'
import { createSafeFetch } from '#kernel/safe-fetch.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { sweepDrafts } from '#features/drafts/drafts.store.ts'
import { webSubJobs } from '#features/feeds/web-sub.ts'
import { createImageProxy } from '#features/image-proxy/image-proxy.ts'
import { enqueueRenderings, renderingJobs } from '#features/posts/post-renderings.ts'
import { sweepPostKeys } from '#features/posts/post-keys.store.ts'
import { findMemberByIdentity, memberOfIdentity } from '#features/profiles/members.store.ts'
import { openCards } from './cards.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Mount } from './http.ts'
import { createIdentity } from './identity.ts'
import { createMarkdown } from './markdown.ts'
import { createStorage } from './storage.ts'

export interface Services {
  ctx: Context
  mounts: Mount[]
  changes: Pick<Changes, 'stampOf'>
  close: () => Promise<void>
}

/** Everything that handlers use, put together from the settings: each part embedded, or hosted where they name a service. */
export async function createServices(
  config: Config,
  { db, connection }: Database,
  log: Log,
  clock: Clock = systemClock,
): Promise<Services> {
  const { siteUrl, ownerUsername } = config
  const base = { db, log, clock }
  const changes = await createChanges({ db, connection, log })
  const { identity, outbox, ...identityParts } = createIdentity(config, base)
  const memberOf: Context['memberOf'] = async (authorization) => {
    const who = await identity.identify(authorization)
    if (!who) return null
    const known = await findMemberByIdentity(db, who.issuer, who.subject)
    // A hosted project gives an account to whoever asks it: closed, the site itself must take in nobody new.
    if (known || (config.supabase && config.registration === 'closed')) return known
    const made = await memberOfIdentity(db, who, ownerUsername)
    await changes.announce('members')
    return made
  }
  const storage = createStorage(config, { ...base, memberOf })
  const imageSecret = await siteSecret(db, 'image-proxy')
  const fetch = createSafeFetch({ allow: config.outboundAllow, userAgent: `Devstead (+${siteUrl})` })
  const imageProxy = createImageProxy({
    cacheDir: path.join(config.dataDir, 'cache/image-proxy'),
    secret: imageSecret,
    fetch,
    log,
  })
  const cards = openCards(config, { ...base, storage, imageProxy })
  const ctx: Context = {
    ...base,
    siteUrl,
    webSubHub: config.webSubHub,
    memberOf,
    announce: changes.announce,
    identity,
    outbox,
    storage,
    markdown: createMarkdown({ db, siteUrl, imageSecret, storage }),
    imageProxy,
    cards,
    site: { name: config.siteName, ownerUsername, isRegistrationOpen: config.registration === 'open' },
  }
  const sets = [
    ...identityParts.jobs,
    storage.jobs,
    sweeping(ctx),
    renderingJobs(ctx),
    webSubJobs({ hub: config.webSubHub, siteUrl, fetch, announce: changes.announce }),
  ]
  const jobs = await createJobs({ connection, sets, log })
  await enqueueRenderings(ctx)
  const mounts = [mount('/auth/v1', identity), mount('/storage/v1', storage)].flat()
  return {
    ctx,
    mounts,
    changes,
    close: async () => {
      await jobs.stop()
      await changes.stop()
      identityParts.close()
      cards.close()
    },
  }
}

const mount = (prefix: string, { handle }: { handle?: Mount['handle'] }): Mount[] =>
  handle ? [{ prefix, handle }] : []

const sweeping = ({ db, clock }: Context): JobSet => ({
  tasks: {
    'rate-limits.sweep': async () => void (await sweepRateLimits(db, clock.now())),
    'drafts.sweep': async () => void (await sweepDrafts(db)),
    'post-keys.sweep': async () => void (await sweepPostKeys(db, clock.now())),
  },
  schedules: [
    { task: 'rate-limits.sweep', cron: '*/10 * * * *' },
    { task: 'drafts.sweep', cron: '17 * * * *' },
    { task: 'post-keys.sweep', cron: '37 * * * *' },
  ],
})
