import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import type { PictureRecords } from './storage.ts'

export interface EmbeddedOptions {
  db: Db
  clock: Clock
  log: Log
  /** The folder for the files; created if missing. */
  folder: string
  /** The public URL, without a trailing slash. */
  siteUrl: string
  /** Earlier public URLs of the site. */
  formerUrls: string[]
  /** Turned off only for load tests on the loopback interface. */
  rateLimits: boolean
  /** Returns the member behind an Authorization header; null if the header is missing or its token is invalid. */
  memberOf: (authorization: string | undefined) => Promise<{ id: number } | null>
  pictures: PictureRecords
}
