import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Member } from '#kernel/http.ts'
import type { Log } from '#kernel/log.ts'
import type { Files } from './files.ts'
import type { PictureRecords } from './storage.ts'

export interface EmbeddedOptions {
  db: Db
  clock: Clock
  log: Log
  files: Files
  /** Returns the CDN URL of a file, to which browsers are redirected; null if this site serves the file. */
  cdnUrlOf?: ((file: string) => string) | null
  /** The public URL, without a trailing slash. */
  siteUrl: string
  /** Earlier public URLs of the site. */
  formerUrls: string[]
  /** Turned off only for load tests on the loopback interface. */
  rateLimits: boolean
  /** Returns the member behind an Authorization header; null if the header is missing or its token is invalid. */
  memberOf: (authorization: string | undefined) => Promise<Pick<Member, 'id' | 'secondFactor'> | null>
  pictures: PictureRecords
}
