import { AppError } from '#kernel/errors.ts'
import type { Bucket } from './bucket.ts'

const markKey = 'site-id'

export interface ClaimedBucket extends Bucket {
  /** @throws AppError conflict if another site uses the bucket; otherwise, as {@link Bucket} does */
  claim(): Promise<void>
}

/** A bucket for a single site. The site's id is stored in the bucket before the first use, so that two sites with the
 *  same settings do not remove each other's files. */
export function claimedBucket(bucket: Bucket, siteId: () => Promise<string>): ClaimedBucket {
  let claimed: Promise<void> | null = null

  async function mark(): Promise<void> {
    const id = await siteId()
    const present = (await bucket.read(markKey)) ?? (await write(id))
    if (present?.toString() !== id) throw new AppError('conflict', foreign)
  }
  async function write(id: string) {
    await bucket.put(markKey, Buffer.from(id), { contentType: 'text/plain' })
    return bucket.read(markKey)
  }

  /** Checks again after a failure. */
  function claim(): Promise<void> {
    claimed ??= mark().catch((reason: unknown) => {
      claimed = null
      throw reason
    })
    return claimed
  }
  const first =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await claim()
      return work(...args)
    }

  return {
    claim,
    put: first(bucket.put),
    get: first(bucket.get),
    read: first(bucket.read),
    stat: first(bucket.stat),
    async *list(prefix) {
      await claim()
      yield* bucket.list(prefix)
    },
    remove: first(bucket.remove),
    abortUploads: first(bucket.abortUploads),
    close: () => bucket.close(),
  }
}

const foreign =
  'The bucket in S3_BUCKET contains another site’s files. Use a different bucket, or give each site its own S3_PREFIX. If the other site no longer exists, delete the object site-id from the bucket.'
