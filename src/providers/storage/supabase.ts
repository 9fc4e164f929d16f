import { type StorageError, StorageApiError, StorageClient } from '@supabase/storage-js'
import { t } from '#messages/messages.ts'
import { type Db, inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { variantOf } from '#schemas/image-variants.contract.ts'
import {
  type BucketName,
  bucketMissing,
  fileTooLarge,
  maxUploadMb,
  publicUrlOf,
  parsePublicUrl,
  uploadFailed,
  uploadForbidden,
} from './storage.contract.ts'
import { cacheSeconds, type PictureRecords, type StorageProvider, type Upload, variantPaths } from './storage.ts'

const timeoutMs = 20_000

export interface SupabaseOptions {
  db: Db
  pictures: PictureRecords
  /** The project's URL, without a trailing slash. */
  url: string
  anonKey: string
  /** If null, uploads use the member's own token, as the buckets' policies allow. */
  serviceKey: string | null
}

/** Stores pictures in a Supabase project. Its buckets must exist and be public. */
export function supabaseStorage({ db, pictures, url, anonKey, serviceKey }: SupabaseOptions): StorageProvider {
  const bucketAs = (bucket: BucketName, authorization: string | null | undefined) => {
    const as = serviceKey ? `Bearer ${serviceKey}` : (authorization ?? `Bearer ${anonKey}`)
    return new StorageClient(
      `${url}/storage/v1`,
      { apikey: serviceKey ?? anonKey, authorization: as },
      limitedFetch,
    ).from(bucket)
  }

  async function remove(bucket: BucketName, path: string, authorization?: string | null): Promise<void> {
    const { error } = await bucketAs(bucket, authorization).remove([path, ...variantPaths(path)])
    if (error) throw refusal(error, bucket)
    await pictures.forget(db, [{ bucket, path }])
  }

  /** Records the picture first, so that the sweep finds objects that a crash left at the provider. */
  async function put({ bucket, path, image, ownerId, authorization }: Upload): Promise<'stored' | 'exists'> {
    await inTransaction(db, (db) => pictures.add(db, { bucket, path, image, memberId: ownerId }))
    const upload = (path: string, bytes: Buffer, contentType: string) =>
      bucketAs(bucket, authorization).upload(path, bytes, { contentType, cacheControl: String(cacheSeconds) })
    const whole = await upload(path, image.bytes, image.contentType)
    if (whole.error && isDuplicate(whole.error)) return 'exists'
    if (whole.error) {
      await pictures.forget(db, [{ bucket, path }])
      throw refusal(whole.error, bucket)
    }
    for (const { width, bytes } of image.variants) {
      const { error } = await upload(variantOf(path, width), bytes, 'image/webp')
      if (!error || isDuplicate(error)) continue
      await remove(bucket, path, authorization).catch(() => {})
      throw refusal(error, bucket)
    }
    return 'stored'
  }

  return {
    put,
    remove: ({ bucket, path }, authorization) => remove(bucket, path, authorization),
    publicUrl: (key) => publicUrlOf(url, key),
    addressOf: (key) => publicUrlOf(url, key),
    keyOf: (address) => (address.startsWith(`${url}/`) ? parsePublicUrl(address) : null),
    read: () => Promise.resolve(null),
    async bytesOf(key) {
      const answer = await limitedFetch(publicUrlOf(url, key))
      if (answer.ok) return Buffer.from(await answer.arrayBuffer())
      // Older servers return 400 for missing objects.
      if (answer.status === 404 || answer.status === 400) return null
      throw new AppError(
        'provider_failed',
        t('The storage service returned status {status} for this picture.', { status: answer.status }),
      )
    },
    canRemoveWithoutToken: serviceKey !== null,
    listUnrecorded: () => Promise.resolve([]),
    workers: [],
  }
}

const limitedFetch: typeof fetch = (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) })

// Older servers return HTTP 400 for every error; the actual status is in the body.
const statusOf = (error: StorageError) =>
  error instanceof StorageApiError ? (/^\d{3}$/.test(error.statusCode) ? Number(error.statusCode) : error.status) : null
const isDuplicate = (error: StorageError) => statusOf(error) === 409

function refusal(cause: StorageError, bucket: BucketName): AppError {
  const status = statusOf(cause)
  if (status === 401 || status === 403) return new AppError('forbidden', uploadForbidden(), { cause })
  if (status === 404) return new AppError('provider_failed', bucketMissing(bucket), { cause })
  if (status === 413) return new AppError('too_large', fileTooLarge(maxUploadMb), { cause })
  return new AppError('provider_failed', uploadFailed(), { cause })
}
