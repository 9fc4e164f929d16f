import type { Db } from '#kernel/db.ts'
import type { ImageRules, ProcessedImage } from '#kernel/images.ts'
import type { Worker } from '#kernel/job.ts'
import { avatarVariantWidth, originalOf, variantOf } from '#schemas/image-variants.contract.ts'
import type { BucketName, ObjectKey } from './storage.contract.ts'

export interface Upload extends ObjectKey {
  image: ProcessedImage
  ownerId: number
  /** The caller's Authorization header, which a hosted provider without a service key uses. */
  authorization: string | null
}

/** The site's records of its pictures, kept consistent with the stored files. */
export interface PictureRecords {
  /** Adds the picture if it fits within the quotas. Run it in the transaction that stores the picture, or before the
   *  picture is stored elsewhere. @throws AppError too_large for the member's quota, storage_full for the site's */
  add(db: Db, picture: StoredPicture): Promise<unknown>
  forget(db: Db, keys: ObjectKey[]): Promise<unknown>
}
export interface StoredPicture extends ObjectKey {
  image: ProcessedImage
  memberId: number
}

/** Stores and serves pictures. All pictures are public and are processed before they are stored. */
export interface StorageProvider {
  /** Stores the picture and its smaller variants, at `variantOf(path, width)`, and records it. Never overwrites
   *  anything. @throws AppError forbidden, too_large, storage_full, provider_failed */
  put(upload: Upload): Promise<'stored' | 'exists'>
  /** Removes the picture, its variants, and its record, if they still exist. */
  remove(key: ObjectKey, authorization?: string | null): Promise<void>
  /** Returns the absolute URL from which browsers load the picture. */
  publicUrl(key: ObjectKey): string
  /** Returns the URL to store and to use in Markdown: a path if this site serves the picture, because it remains valid
   *  when the site moves; otherwise, an absolute URL. */
  addressOf(key: ObjectKey): string
  /** Returns the object behind one of this provider's URLs; null for any other URL. If this site serves the pictures,
   *  also accepts paths and URLs from before the site moved. */
  keyOf(url: string): ObjectKey | null
  /** Returns the picture's bytes if this server stores it; null if it does not exist or is stored elsewhere. */
  read(key: ObjectKey): Promise<Buffer | null>
  /** Returns the picture's bytes wherever it is stored; null if it does not exist. @throws AppError provider_failed if
   *  the provider is unavailable */
  bytesOf(key: ObjectKey): Promise<Buffer | null>
  /** Whether pictures can be removed without their owner's token. */
  readonly canRemoveWithoutToken: boolean
  /** Returns objects that have no record and have not changed since then: left by a crash, or variants without their
   *  picture. */
  listUnrecorded(before: Date): Promise<ObjectKey[]>
  /** Handles requests to /storage/v1, if this server handles them. */
  handle?(request: Request): Promise<Response>
  /** Background jobs. */
  readonly workers: Worker[]
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    storage: StorageProvider
  }
}

/** Returns the canonical URL to store for a picture; returns any other URL unchanged. */
export function storedAddress(storage: Pick<StorageProvider, 'keyOf' | 'addressOf'>, address: string): string {
  const key = storage.keyOf(address)
  return key ? storage.addressOf(key) : address
}

/** Returns the fields with the picture URL in `name` replaced by the canonical one to store. For the URL of a variant,
 *  that is its picture's, because pages choose the variant themselves. */
export function withStoredAddress<Name extends string, Fields extends { [name in Name]?: string | null | undefined }>(
  storage: Pick<StorageProvider, 'keyOf' | 'addressOf'>,
  fields: Fields,
  name: Name,
): Fields {
  const address = fields[name]
  const key = address ? storage.keyOf(address) : null
  return key ? { ...fields, [name]: storage.addressOf({ ...key, path: originalOf(key.path) ?? key.path }) } : fields
}

/** How each bucket's pictures are processed. A profile picture's variant is for small avatars, which are square. Source:
 *  docs/product.md, Limits. */
export const bucketRules: Record<BucketName, ImageRules> = {
  'profile-images': { maxSide: 512, quality: 95, variantWidths: [avatarVariantWidth], areVariantsCropped: true },
  'post-images': {},
  'project-images': {},
}

/** How long browsers may cache a picture without revalidating it. Source: docs/product.md, Calls. */
export const cacheSeconds = 3600

/** The variant widths for all buckets. */
const allWidths = [avatarVariantWidth, 480, 960, 1600]

/** Returns the paths of all variants that an object may have. */
export const variantPaths = (path: string): string[] => allWidths.map((width) => variantOf(path, width))
