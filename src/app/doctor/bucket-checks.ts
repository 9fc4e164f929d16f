import { randomUUID } from 'node:crypto'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { openSiteBucket } from '../bucket.ts'
import type { Config } from '../config.ts'
import { type Finding, reasonOf, report } from './finding.ts'

/** Stores, reads, and removes an object in the site's bucket. */
export async function checkBucket(config: Pick<Config, 's3'>, db: Db, log: Log): Promise<Finding[]> {
  if (!config.s3) return []
  const { ok, error } = report('bucket')
  const { bucket: name } = config.s3
  const fix = 'Check the S3_* settings, and make sure that the access key may read, write, list, and delete objects.'
  const key = `doctor/${randomUUID()}`
  try {
    const bucket = await openSiteBucket(config, db, log)
    try {
      await bucket!.put(key, Buffer.from(key))
      const stored = await bucket!.read(key)
      await bucket!.remove([key])
      if (stored?.toString() !== key) return [error(`The bucket ${name} did not return what was stored.`, fix)]
      return [ok(`Files can be stored in the bucket ${name} and removed from it.`)]
    } finally {
      bucket?.close()
    }
  } catch (reason) {
    return [error(`The bucket ${name} cannot be used: ${reasonOf(reason)}.`, fix)]
  }
}
