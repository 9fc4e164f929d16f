import type { Db } from '#kernel/db.ts'
import type { ImageRules, ProcessedImage } from '#kernel/images.ts'
import type { Worker } from '#kernel/job.ts'
import { type BucketName, type ObjectKey, variantOf } from './storage.contract.ts'

export interface Upload extends ObjectKey {
  image: ProcessedImage
  ownerId: number
  /** The caller's Authorization header: a hosted provider without a service key acts with it. */
  authorization: string | null
}

/** The site's records of its pictures, kept consistent with the stored files. */
export interface PictureRecords {
  /** Adds the picture if it fits the quotas. Run in the transaction that stores it, or before it is stored elsewhere.
   *  @throws AppError too_large for the member's quota, storage_full for the site's */
  add(db: Db, picture: StoredPicture): Promise<unknown>
  forget(db: Db, keys: ObjectKey[]): Promise<unknown>
}
export interface StoredPicture extends ObjectKey {
  image: ProcessedImage
  memberId: number
}

/** Where pictures are kept and served from. All of them are public, and none is stored unprocessed. */
export interface StorageProvider {
  /** Stores the picture and its smaller copies, which are at `variantOf(path, width)`, and records it. Nothing is ever
   *  overwritten. @throws AppError forbidden, too_large, storage_full, provider_failed; with the specification's texts */
  put(upload: Upload): Promise<'stored' | 'exists'>
  /** Removes the picture, its copies and its record. No error when they are deleted already. */
  remove(key: ObjectKey, authorization?: string | null): Promise<void>
  /** The absolute address that browsers load the picture from. */
  publicUrl(key: ObjectKey): string
  /** The address to store and to write into texts: a path if this site serves the picture, which stays valid when the
   *  site moves; otherwise absolute. */
  addressOf(key: ObjectKey): string
  /** The object behind an address of this provider; null for any other address. If this site serves the pictures, also
   *  accepts paths, and addresses that the site had before it moved. */
  keyOf(url: string): ObjectKey | null
  /** The picture's bytes where this server keeps them; null for one that is not there, or is kept elsewhere. */
  read(key: ObjectKey): Promise<Buffer | null>
  /** The picture's bytes wherever it is kept; null for one that is not there.
   *  @throws AppError provider_failed when the provider cannot be asked */
  bytesOf(key: ObjectKey): Promise<Buffer | null>
  /** Whether pictures can be removed without their owner's token. */
  readonly canRemoveWithoutToken: boolean
  /** Returns objects without a record that have not changed since: left by a crash, or copies without their picture. */
  listUnrecorded(before: Date): Promise<ObjectKey[]>
  /** Answers the calls under /storage/v1, where this server does. */
  handle?(request: Request): Promise<Response>
  /** What the provider does in the background. */
  readonly workers: Worker[]
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    storage: StorageProvider
  }
}

/** Returns the picture's address in the form to store; any other address unchanged. */
export function storedAddress(storage: Pick<StorageProvider, 'keyOf' | 'addressOf'>, address: string): string {
  const key = storage.keyOf(address)
  return key ? storage.addressOf(key) : address
}

/** Returns the fields with the address in `name` in the form to store. */
export function withStoredAddress<Name extends string, Fields extends { [name in Name]?: string | null | undefined }>(
  storage: Pick<StorageProvider, 'keyOf' | 'addressOf'>,
  fields: Fields,
  name: Name,
): Fields {
  const address = fields[name]
  return address ? { ...fields, [name]: storedAddress(storage, address) } : fields
}

/** How pictures of each bucket are processed. A profile picture's copy is for the small round avatar. Source: spec §9. */
export const bucketRules: Record<BucketName, ImageRules> = {
  'profile-images': { maxSide: 512, quality: 95, variantWidths: [128] },
  'post-images': {},
  'project-images': {},
}

/** Browsers may keep a picture for this long without asking. Source: spec §7. */
export const cacheSeconds = 3600

/** Every width that any picture's copies have. */
const allWidths = [128, 480, 960, 1600]

/** Where the copies of an object are, if it has any. */
export const variantPaths = (path: string): string[] => allWidths.map((width) => variantOf(path, width))
