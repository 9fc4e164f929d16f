import path from 'node:path'
import { systemClock } from '#kernel/clock.ts'
import type { Context } from '#kernel/http.ts'
import { createJobs, type JobSet } from '#kernel/jobs.ts'
import { renderMarkdown, imagesIn } from '#kernel/markdown/markdown.ts'
import type { Log } from '#kernel/log.ts'
import { sweepRateLimits } from '#kernel/rate-limits.store.ts'
import { createSafeFetch } from '#kernel/safe-fetch.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { createImageProxy, proxiedImage } from '#features/image-proxy/image-proxy.ts'
import { checkSignUp, memberOfIdentity } from '#features/profiles/members.store.ts'
import { findImages } from '#features/uploads/uploads.store.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Mount } from './http.ts'
import { createIdentity } from './identity.ts'

export interface Services {
  ctx: Context
  mounts: Mount[]
  close: () => Promise<void>
}
