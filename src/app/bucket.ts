import type { Db } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Bucket } from '#providers/bucket/bucket.ts'
import { claimedBucket } from '#providers/bucket/claimed-bucket.ts'
import { findSiteId } from '#providers/bucket/site-identity.store.ts'
import type { Config } from './config.ts'

/** Opens the bucket for the site's files, and loads its client; null without S3_* settings. An unavailable bucket does
 *  not prevent the site from starting. @throws AppError conflict if the bucket belongs to another site,
 *  provider_failed if the service rejects the settings */
export async function openSiteBucket({ s3 }: Pick<Config, 's3'>, db: Db, log: Log): Promise<Bucket | null> {
  if (!s3) return null
  const { openS3Bucket } = await import('#providers/bucket/s3.ts')
  const bucket = claimedBucket(openS3Bucket(s3), () => findSiteId(db))
  await bucket.claim().catch((reason: unknown) => {
    if (!(reason instanceof AppError) || reason.code !== 'not_ready') throw reason
    log.warn({ err: reason.details.cause ?? reason, endpoint: s3.endpoint }, 'the bucket of this site is unavailable')
  })
  return bucket
}
