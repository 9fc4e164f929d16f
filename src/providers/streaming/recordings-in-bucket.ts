import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { webStreamOf } from '#kernel/web-stream.ts'
import type { Bucket, BucketObject } from '#providers/bucket/bucket.ts'
import { mediaFile, mediaTypes, playlistFile, type RecordedFile } from './recording-files.ts'

const prefix = 'recordings/'
const keyOf = (recordingId: string, name: string) => `${prefix}${recordingId}/${name}`

export type RecordingsInBucket = ReturnType<typeof recordingsInBucket>

/** Finished recordings in a bucket. */
export function recordingsInBucket(bucket: Bucket) {
  /** Files never change, so each is looked up only once. */
  const known = new LRUCache<string, Omit<BucketObject, 'key'>>({ max: 1000 })

  async function copy(folder: string, recordingId: string, name: string, signal?: AbortSignal): Promise<void> {
    const file = path.join(folder, name)
    const key = keyOf(recordingId, name)
    await bucket.put(key, createReadStream(file, signal && { signal }), { contentType: mediaTypes.get(name)! })
    const [{ size }, stored] = [await stat(file), await bucket.stat(key)]
    if (stored?.bytes !== size) throw new Error(`The bucket has ${stored?.bytes} of ${size} bytes of ${key}`)
  }

  const has = async (recordingId: string) => (await bucket.stat(keyOf(recordingId, playlistFile))) !== null

  return {
    /** Copies a recording from its folder, unless it is already in the bucket. The playlist is copied last: a recording
     *  without one is incomplete. @returns `missing` if the folder does not contain it */
    async copyFrom(folder: string, recordingId: string, signal?: AbortSignal) {
      if (await has(recordingId)) return 'present'
      if (!existsSync(path.join(folder, playlistFile))) return 'missing'
      for (const name of [mediaFile, playlistFile]) await copy(folder, recordingId, name, signal)
      return 'copied'
    },
    /** Returns null if the file is not in the bucket. */
    async open(recordingId: string, name: string): Promise<RecordedFile | null> {
      const key = keyOf(recordingId, name)
      const found = known.get(key) ?? (await bucket.stat(key))
      if (!found) return null
      known.set(key, found)
      return {
        bytes: found.bytes,
        modifiedMs: found.modifiedAt.getTime(),
        read: async (range) => {
          const content = await bucket.get(key, range)
          return content && webStreamOf(content.body)
        },
        close: async () => {},
      }
    },
    remove: (recordingIds: string[]) =>
      bucket.remove(recordingIds.flatMap((id) => [keyOf(id, playlistFile), keyOf(id, mediaFile)])),
    /** Yields the ids of recordings in batches. */
    async *list(): AsyncGenerator<string[]> {
      for await (const objects of bucket.list(prefix)) yield [...new Set(objects.map(({ key }) => key.split('/')[1]!))]
    },
    abortUploads: (before: Date) => bucket.abortUploads(before),
  }
}
