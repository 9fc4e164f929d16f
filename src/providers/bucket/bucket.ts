import type { Readable } from 'node:stream'
import type { ByteRange } from '#kernel/byte-range.ts'

/** Files in an S3-compatible bucket. Keys use forward slashes and are relative to the configured prefix. All methods
 *  @throws AppError not_ready if the service is unreachable or too slow, provider_failed if it rejects the request */
export interface Bucket {
  /** Stores the object and replaces any previous one. A stream is sent in parts, one at a time, so that memory use does
   *  not depend on its length. If the stream or a part fails, nothing is stored. */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, headers?: ObjectHeaders): Promise<void>
  /** Returns the object, or the given range of it. Read or destroy its body. @returns null if it does not exist */
  get(key: string, range?: ByteRange): Promise<BucketContent | null>
  /** Returns the bytes of a small object. @returns null if it does not exist */
  read(key: string): Promise<Buffer<ArrayBuffer> | null>
  /** Returns null if the object does not exist. */
  stat(key: string): Promise<Omit<BucketObject, 'key'> | null>
  /** Yields all objects whose keys start with `prefix`, in batches, ordered by key. */
  list(prefix: string): AsyncGenerator<BucketObject[]>
  /** Removes the objects that exist. */
  remove(keys: string[]): Promise<void>
  /** Removes the parts of uploads that were started before the given time and never finished. @returns the number of
   *  removed uploads */
  abortUploads(before: Date): Promise<number>
  close(): void
}

/** Headers that the service sends when it serves the object to others, such as a CDN. */
export interface ObjectHeaders {
  contentType?: string
  cacheControl?: string
}

export interface BucketObject {
  key: string
  bytes: number
  modifiedAt: Date
}

export interface BucketContent {
  body: Readable
  /** The length of the body. */
  bytes: number
}
