import type { Readable } from 'node:stream'
import { AppError } from '#kernel/errors.ts'
import type { Bucket } from '#providers/bucket/bucket.ts'
import { BackupError } from './backup-error.ts'
import type { BackupTarget } from './backup-target.ts'

/** Stores backups in an S3-compatible bucket. */
export function bucketTarget(name: string, bucket: Bucket): BackupTarget {
  const explained = (reason: unknown): never => {
    if (!(reason instanceof AppError)) throw reason
    throw new BackupError(`The bucket ${name} cannot be used: ${reasonOf(reason)}`, { cause: reason })
  }
  return {
    name,
    async put(path, content: Readable) {
      await bucket.put(path, content).catch(explained)
    },
    async get(path) {
      const found = await bucket.get(path).catch(explained)
      return found && found.body
    },
    async *list(prefix) {
      try {
        for await (const objects of bucket.list(prefix)) for (const { key } of objects) yield key
      } catch (reason) {
        explained(reason)
      }
    },
    delete: (path) => bucket.remove([path]).catch(explained),
    // Only one backup runs at a time, so no upload is in progress.
    removeLeftovers: async () => void (await bucket.abortUploads(new Date()).catch(explained)),
  }
}

const reasonOf = ({ code, cause, message }: AppError) =>
  code === 'not_ready' ? 'it is unreachable or too slow.' : cause instanceof Error ? `${cause.message}.` : message
