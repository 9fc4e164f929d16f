import { LRUCache } from 'lru-cache'
import { isTransientFault } from '#kernel/database-errors.ts'
import type { Db } from '#kernel/db.ts'
import { avatarCopyWidth, variantOf } from '#schemas/image-variants.contract.ts'
import type { ObjectKey } from './storage.contract.ts'
import { findObject, type StoredObject } from './objects.store.ts'

const maxStaleMs = 24 * 60 * 60 * 1000

/** Finds objects and caches those that were requested, so that pictures can be served during a database outage. Deleted
 *  files are still reported as not found. Pages request avatars' copies without knowing whether they exist, so without a
 *  copy, this finds the picture itself. */
export function createObjectFinder(db: Db) {
  const cache = new LRUCache<string, StoredObject>({ max: 10_000, ttl: maxStaleMs })
  return async (key: ObjectKey): Promise<StoredObject | null> => {
    const name = `${key.bucket}/${key.path}`
    try {
      const object = (await findObject(db, key)) ?? (await findWithoutCopy(db, key))
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

const avatarCopySuffix = variantOf('', avatarCopyWidth)

/** Narrow profile pictures have no copy, nor do those that an older version has stored. */
async function findWithoutCopy(db: Db, { bucket, path }: ObjectKey): Promise<StoredObject | null> {
  if (bucket !== 'profile-images' || !path.endsWith(avatarCopySuffix)) return null
  return findObject(db, { bucket, path: path.slice(0, -avatarCopySuffix.length) })
}
