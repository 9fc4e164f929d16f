import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { LastBackups } from '#features/admin/backups/backups.contract.ts'

const Count = z.int().check(z.gte(0))

/** A problem with the site, as `devstead doctor` reports it. `check`: what was checked, such as 'disk'. */
const SiteWarning = z.object({
  check: z.string(),
  severity: z.enum(['warning', 'error']),
  message: z.string(),
  /** What to do about it, in one sentence. */
  fix: z.string(),
})
export type SiteWarning = z.infer<typeof SiteWarning>

export const Overview = z.object({
  warnings: z.array(SiteWarning),
  members: z.object({ total: Count, suspended: Count }),
  posts: z.object({ short: Count, articles: Count }),
  /** In bytes. `disk`: the data disk of the machine that responds. */
  storage: z.object({
    pictures: Count,
    recordings: Count,
    database: Count,
    disk: z.object({ free: Count, total: Count }),
  }),
  /** `longestWaitSeconds`: the longest time that any runnable job has been waiting; 0 if there is none. */
  jobs: z.object({
    waiting: Count,
    retrying: Count,
    running: Count,
    failed: Count,
    longestWaitSeconds: z.number().check(z.gte(0)),
  }),
  backups: LastBackups,
  /** `schema`: the newest migration that has run. */
  versions: z.object({ program: z.string(), node: z.string(), postgres: z.string(), schema: z.string() }),
})
export type Overview = z.infer<typeof Overview>

export const getOverview = endpoint('GET /api/admin/overview', {
  summary: 'Get the site’s status, with warnings and how to fix them',
  access: 'admin',
  answer: Overview,
})
