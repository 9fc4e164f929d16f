import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { t } from '#messages/messages.ts'
import type { ByteRange } from '#kernel/byte-range.ts'
import { type Clock, systemClock } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import type { Bucket } from './bucket.ts'
import { bucketUnavailable, createOutageBreaker } from './outage.ts'

export interface S3Settings {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Prepended to all keys: empty, or ending in a slash. */
  prefix: string
  /** Whether the bucket's name is in the URL path rather than in the host name. */
  forcePathStyle: boolean
}

export interface S3Options {
  clock?: Pick<Clock, 'now'>
  /** Time limit for a request, including all its attempts, but not the time for sending its body. */
  answerMs?: number
  maxAttempts?: number
  partBytes?: number
}

/** At most 10,000 parts: 160 GB. Source: Amazon S3 multipart upload limits. */
const defaultPartBytes = 16 * 1024 * 1024
const defaultAnswerMs = 10_000
/** Some services assemble large objects before they respond. */
const completeMs = 300_000
const connectMs = 3000
/** How long a connection may pause in the middle of a body. */
const idleMs = 60_000
const minBytesPerMs = 50
const removedAtOnce = 16

/** Opens a bucket in Amazon S3 or a compatible service. Sends nothing until the first call. */
export function openS3Bucket(settings: S3Settings, options: S3Options = {}): Bucket {
  const { prefix, bucket: Bucket } = settings
  const { clock = systemClock, partBytes = defaultPartBytes, answerMs = defaultAnswerMs } = options
  const client = createClient(settings, options)
  const breaker = createOutageBreaker(clock)
  const keyOf = (key: string) => ({ Bucket, Key: prefix + key })
  const call = <T>(work: (limit: Limit) => Promise<T>, limitMs = answerMs): Promise<T> =>
    breaker(() => within(limitMs, work), isOutage).catch(fail)
  const sendMs = (Body: Uint8Array) => answerMs + Body.length / minBytesPerMs

  async function get(key: string, limit: Limit, range?: ByteRange) {
    const Range = range && `bytes=${range.start}-${range.end}`
    const found = await nullIfMissing(client.send(new GetObjectCommand({ ...keyOf(key), Range }), limit))
    return found && { body: bodyOf(found.Body), bytes: found.ContentLength ?? 0 }
  }

  type NewObject = ReturnType<typeof keyOf> & { ContentType: string; CacheControl: string | undefined }

  const putWhole = (object: NewObject, Body: Uint8Array) =>
    call((limit) => client.send(new PutObjectCommand({ ...object, Body }), limit), sendMs(Body))

  async function putStream(object: NewObject, content: AsyncIterable<Uint8Array>): Promise<void> {
    const parts = partsOf(content, partBytes)
    try {
      const { value: first = new Uint8Array(0) } = await parts.next()
      if (first.length < partBytes) await putWhole(object, first)
      else await putParts(object, first, parts)
    } finally {
      await parts.return(undefined)
    }
  }

  /** Sends one part at a time. @throws the source's error or the upload's error, after aborting the upload */
  async function putParts(object: NewObject, first: Uint8Array, rest: AsyncIterable<Uint8Array>): Promise<void> {
    const { UploadId } = await call((limit) => client.send(new CreateMultipartUploadCommand(object), limit))
    const upload = { Bucket, Key: object.Key, UploadId }
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    async function putPart(Body: Uint8Array) {
      const PartNumber = Parts.length + 1
      const command = new UploadPartCommand({ ...upload, PartNumber, Body })
      const { ETag } = await call((limit) => client.send(command, limit), sendMs(Body))
      Parts.push({ PartNumber, ETag })
    }
    try {
      await putPart(first)
      for await (const part of rest) await putPart(part)
      const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } })
      await call((limit) => client.send(complete, limit), completeMs)
    } catch (reason) {
      // If this fails too, the parts are removed later.
      await within(answerMs, (limit) => client.send(new AbortMultipartUploadCommand(upload), limit)).catch(() => {})
      throw reason
    }
  }

  return {
    async put(key, content, { contentType = 'application/octet-stream', cacheControl } = {}) {
      const object = { ...keyOf(key), ContentType: contentType, CacheControl: cacheControl }
      await (content instanceof Uint8Array ? putWhole(object, content) : putStream(object, content))
    },
    get: (key, range) => call((limit) => get(key, limit, range)),
    read: (key) =>
      call(async (limit) => {
        const found = await get(key, limit)
        return found && buffer(found.body)
      }),
    async stat(key) {
      const found = await call((limit) => nullIfMissing(client.send(new HeadObjectCommand(keyOf(key)), limit)))
      return found && { bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
    },
    async *list(below) {
      let after: string | undefined
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix: prefix + below, ContinuationToken: after })
        const page = await call((limit) => client.send(command, limit))
        yield (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified = new Date(0) }) => ({
          key: Key.slice(prefix.length),
          bytes: Size,
          modifiedAt: LastModified,
        }))
        after = page.NextContinuationToken
      } while (after !== undefined)
    },
    // One by one: not every compatible service can delete several objects at once.
    async remove(keys) {
      for (let at = 0; at < keys.length; at += removedAtOnce) {
        const some = keys.slice(at, at + removedAtOnce)
        await Promise.all(some.map((key) => call((limit) => client.send(new DeleteObjectCommand(keyOf(key)), limit))))
      }
    },
    async abortUploads(before) {
      const command = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix })
      const found = await call((limit) => nullIfMissing(client.send(command, limit)))
      const stale = (found?.Uploads ?? []).filter(({ Initiated }) => Initiated && Initiated < before)
      for (const { Key, UploadId } of stale) {
        const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
        await call((limit) => nullIfMissing(client.send(abort, limit)))
      }
      return stale.length
    },
    close: () => client.destroy(),
  }
}

interface Limit {
  abortSignal: AbortSignal
}

/** Aborts the request if there is no response in time, but never aborts reading the response body. */
async function within<T>(limitMs: number, work: (limit: Limit) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), limitMs)
  try {
    return await work({ abortSignal: controller.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Regroups the chunks into parts of this size; only the last part may be shorter. */
async function* partsOf(source: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Uint8Array, undefined> {
  let part = Buffer.allocUnsafe(partBytes)
  let filled = 0
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length;) {
      const some = chunk.subarray(at, at + partBytes - filled)
      part.set(some, filled)
      at += some.length
      filled += some.length
      if (filled < partBytes) continue
      yield part
      part = Buffer.allocUnsafe(partBytes)
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}

/** Commands that have a different effect if they are repeated. */
const notRepeatable = new Set(['CreateMultipartUploadCommand', 'CompleteMultipartUploadCommand'])

function createClient(settings: S3Settings, { maxAttempts = 3 }: S3Options) {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle,
    maxAttempts,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs },
    // Many compatible services do not support the newer checksums. Requests carry a signed SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (!notRepeatable.has(commandName ?? '')) return next(args)
        return next(args).catch((reason: unknown) => {
          throw new NotRepeated(reason)
        })
      },
    { step: 'finalizeRequest', priority: 'low', name: 'notRepeated' },
  )
  return client
}

/** Hides an error from the client's retry logic, which also checks the chain of `cause`. */
class NotRepeated extends Error {
  override name = 'NotRepeated'
  readonly reason: unknown

  constructor(reason: unknown) {
    super('The request is not retried.')
    this.reason = reason
  }
}

const original = (thrown: unknown): unknown => (thrown instanceof NotRepeated ? thrown.reason : thrown)

/** Reports whether the service is unreachable, too slow, or overloaded. */
function isOutage(thrown: unknown): boolean {
  const reason = original(thrown)
  if (!(reason instanceof S3ServiceException)) return !(reason instanceof AppError)
  const status = reason.$metadata.httpStatusCode ?? 500
  return status >= 500 || status === 429 || reason.name === 'SlowDown'
}

function failureOf(thrown: unknown): Error {
  const reason = original(thrown)
  if (reason instanceof AppError) return reason
  return isOutage(reason) ? bucketUnavailable(reason) : new AppError('provider_failed', rejected(), { cause: reason })
}

const rejected = () => t('This site’s file storage rejected the request. Contact an administrator.')

function fail(reason: unknown): never {
  throw failureOf(reason)
}

async function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (reason) {
    if (reason instanceof S3ServiceException && missing.has(reason.name)) return null
    throw reason
  }
}
/** A HEAD response has no body, and therefore no code. Some services do not list unfinished uploads. */
const missing = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound', 'NotImplemented'])

function bodyOf(body: unknown): Readable {
  if (body instanceof Readable) return body
  throw new Error('The response has no body')
}
