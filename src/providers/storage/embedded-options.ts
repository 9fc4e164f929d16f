import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import type { PictureRecords } from './storage.ts'

export interface EmbeddedOptions {
  db: Db
  clock: Clock
  log: Log
  /** The folder of the files; it is made when it is missing. */
  folder: string
  /** The public address, without a slash at its end. */
  siteUrl: string
  /** Earlier public addresses of the site. */
  formerUrls: string[]
  /** Off only for load tests on loopback. */
  rateLimits: boolean
  /** The member behind an Authorization header; null for none, and for a token that does not hold. */
  memberOf: (authorization: string | undefined) => Promise<{ id: number } | null>
  pictures: PictureRecords
}
