import { createHash } from 'node:crypto'
import { type Db, inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { ProcessedImage } from '#kernel/images.ts'
import { type ObjectPlace, uploadFailed, variantOf } from '#features/uploads/uploads.contract.ts'
import type { Files } from './files.ts'
import { deleteObjects, findObject, type NewObject, saveObject } from './objects.store.ts'
import { variantPaths } from './storage.ts'

export interface Keeping extends ObjectPlace {
  image: ProcessedImage
  ownerId: number
  /** Whether an object of the same owner may be replaced. */
  mayReplace: boolean
}
export type Kept = { outcome: 'stored'; id: string } | { outcome: 'exists' | 'foreign' }

/** Keeps the picture and its copies: all of them or none. `foreign` says that another member's object is in the way. */
export async function keepImage(db: Db, files: Files, keeping: Keeping): Promise<Kept> {
  const [whole, ...variants] = await writeFiles(files, keeping).catch(diskFault)
  const id = await inTransaction(db, async (db) => {
    const saved = await saveObject(db, whole!, keeping.mayReplace)
    if (!saved) return null
    await deleteObjects(db, keeping.bucket, variantPaths(keeping.path), keeping.ownerId)
    for (const variant of variants) if (!(await saveObject(db, variant, true))) throw new VariantTaken()
    return saved.id
  }).catch((reason: unknown) => {
    if (reason instanceof VariantTaken) return null
    throw reason
  })
  if (id !== null) return { outcome: 'stored', id }
  await files.remove([whole!, ...variants].map(({ file }) => file))
  const present = await findObject(db, keeping)
  return { outcome: present?.ownerId === keeping.ownerId ? 'exists' : 'foreign' }
}

/** A full or broken disk: a fault of ours, told in the words of the specification. */
function diskFault(cause: unknown): never {
  throw new AppError('internal', uploadFailed, { cause })
}

class VariantTaken extends Error {}

async function writeFiles(files: Files, { bucket, path, ownerId, image }: Keeping): Promise<NewObject[]> {
  const write = async (path: string, bytes: Buffer, contentType: string): Promise<NewObject> => ({
    bucket,
    path,
    ownerId,
    file: await files.write(bytes),
    contentType,
    bytes: bytes.length,
    etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
  })
  return Promise.all([
    write(path, image.bytes, image.contentType),
    ...image.variants.map(({ width, bytes }) => write(variantOf(path, width), bytes, 'image/webp')),
  ])
}
