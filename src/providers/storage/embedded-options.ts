import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import type { PictureRecords } from './storage.ts'

export interface EmbeddedOptions {
  db: Db
  clock: Clock
  log: Log
  /** The folder of the files; created if missing. */
  folder: string
  /** The public URL, without a trailing slash. */
  siteUrl: string
  /** Earlier public URLs of the site. */
  formerUrls: string[]
  /** Turned off only for load tests on loopback. */
  rateLimits: boolean
  /** Returns the member behind an Authorization header; null without one or for an invalid token. */
  memberOf: (authorization: string | undefined) => Promise<{ id: number } | null>
  pictures: PictureRecords
}
