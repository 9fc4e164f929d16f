import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Log } from '#kernel/log.ts'
import type { Bucket } from '#providers/bucket/bucket.ts'
import { type Files, isFileName } from './files.ts'
import { cacheSeconds } from './storage.ts'

const prefix = 'pictures/'
const maxCachedBytes = 64 * 1024 * 1024
const cacheControl = `public, max-age=${cacheSeconds}`

/** Returns the key of a file in the bucket. */
export const keyOfFile = (name: string): string => prefix + name

/** Files in a bucket. Recently used files are also kept in memory, because pages usually show the same pictures. */
export function filesInBucket(bucket: Bucket, log: Log): Files {
  const cache = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => length + 1,
  })
  return {
    place: `${prefix} in the bucket`,
    async write(bytes, contentType, name = randomUUID()) {
      await bucket.put(keyOfFile(name), bytes, { contentType, cacheControl })
      return name
    },
    async read(name) {
      const cached = cache.get(name)
      if (cached) return cached
      const bytes = await bucket.read(keyOfFile(name))
      if (bytes) cache.set(name, bytes)
      return bytes
    },
    async remove(names) {
      for (const name of names) cache.delete(name)
      // Nothing refers to the files anymore, so the hourly sweep removes any that are left.
      await bucket.remove(names.map(keyOfFile)).catch((err: unknown) => {
        log.warn({ err, count: names.length }, 'storage: removed files are still in the bucket')
      })
    },
    async *list() {
      for await (const objects of bucket.list(prefix)) {
        const files = objects.map(({ key, bytes, modifiedAt }) => ({
          name: key.slice(prefix.length),
          bytes,
          modifiedMs: modifiedAt.getTime(),
        }))
        yield files.filter(({ name }) => isFileName(name))
      }
    },
  }
}
