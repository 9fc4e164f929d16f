import { LRUCache } from 'lru-cache'
import { isTransientFault } from '#kernel/database-errors.ts'
import type { Db } from '#kernel/db.ts'
import { avatarVariantWidth, originalOf, variantOf } from '#schemas/image-variants.contract.ts'
import type { ObjectKey } from './storage.contract.ts'
import { findObject, findObjects, type StoredObject } from './objects.store.ts'

const maxStaleMs = 24 * 60 * 60 * 1000

/** Finds objects and caches those that were requested, so that pictures can be served during a database outage. Deleted
 *  files are still reported as not found. */
export function createObjectFinder(db: Db) {
  const cache = new LRUCache<string, StoredObject>({ max: 10_000, ttl: maxStaleMs })
  return async (key: ObjectKey): Promise<StoredObject | null> => {
    const name = `${key.bucket}/${key.path}`
    try {
      const object = await findServed(db, key)
      if (object) cache.set(name, object)
      else cache.delete(name)
      return object
    } catch (reason) {
      const object = isTransientFault(reason) ? cache.get(name) : undefined
      if (object) return object
      throw reason
    }
  }
}

/** Pages request the small variant of a profile picture without knowing whether it exists. Returns the picture itself
 *  if it does not, or if another member has uploaded something to the variant's path. */
async function findServed(db: Db, key: ObjectKey): Promise<StoredObject | null> {
  const original = avatarOriginalOf(key)
  if (!original) return findObject(db, key)
  const objects = await findObjects(db, key.bucket, [key.path, original.path])
  const variant = objects.find(({ path }) => path === key.path)
  const picture = objects.find(({ path }) => path === original.path)
  return (picture?.ownerId === variant?.ownerId ? variant : (picture ?? variant)) ?? null
}

/** Returns the key of the profile picture whose variant for avatars this is; null for any other key. Narrow pictures do
 *  not have the variant. */
export function avatarOriginalOf({ bucket, path }: ObjectKey): ObjectKey | null {
  const original = originalOf(path)
  const isForAvatars =
    bucket === 'profile-images' && original !== null && path === variantOf(original, avatarVariantWidth)
  return isForAvatars ? { bucket, path: original } : null
}
