import { createHash } from 'node:crypto'
import { type Db, inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { ProcessedImage } from '#kernel/images.ts'
import { variantOf } from '#schemas/image-variants.contract.ts'
import { diskFull, type ObjectKey, uploadFailed } from './storage.contract.ts'
import type { Files } from './files.ts'
import { deleteObjects, findObject, type NewObject, saveObject } from './objects.store.ts'
import { type PictureRecords, variantPaths } from './storage.ts'

export interface ImageToSave extends ObjectKey {
  image: ProcessedImage
  ownerId: number
  /** Whether to replace an existing object with the same owner. */
  mayReplace: boolean
}
interface SaveServices {
  db: Db
  files: Files
  pictures: PictureRecords
}
export type SaveOutcome = { outcome: 'stored'; id: string } | { outcome: 'exists' | 'foreign' }

/** Stores the picture, its variants, and its record atomically. `foreign`: another member's object has the same path.
 *  @throws AppError too_large, storage_full, not_ready, provider_failed */
export async function saveImage({ db, files, pictures }: SaveServices, input: ImageToSave): Promise<SaveOutcome> {
  const [whole, ...variants] = await writeFiles(files, input)
  const removeFiles = () => files.remove([whole!, ...variants].map(({ file }) => file))
  const id = await inTransaction(db, async (db) => {
    const saved = await saveObject(db, whole!, input.mayReplace)
    if (!saved) return null
    await deleteObjects(db, input.bucket, variantPaths(input.path), input.ownerId)
    for (const variant of variants) if (!(await saveObject(db, variant, true))) throw new VariantPathTaken()
    await pictures.add(db, { ...input, memberId: input.ownerId })
    return saved.id
  }).catch(async (reason: unknown) => {
    if (reason instanceof VariantPathTaken) return null
    // After any other error the transaction may have been committed, so the files are left for the sweep to check.
    if (reason instanceof AppError) await removeFiles()
    throw reason
  })
  if (id !== null) return { outcome: 'stored', id }
  await removeFiles()
  const present = await findObject(db, input)
  return { outcome: present?.ownerId === input.ownerId ? 'exists' : 'foreign' }
}

class VariantPathTaken extends Error {}

/** Writes the picture and its variants; if one fails, removes all of them. @throws AppError */
async function writeFiles(files: Files, { bucket, path, ownerId, image }: ImageToSave): Promise<NewObject[]> {
  const write = async (path: string, bytes: Buffer, contentType: string): Promise<NewObject> => ({
    bucket,
    path,
    ownerId,
    file: await files.write(bytes, contentType),
    contentType,
    bytes: bytes.length,
    etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
  })
  const outcomes = await Promise.allSettled([
    write(path, image.bytes, image.contentType),
    ...image.variants.map(({ width, bytes }) => write(variantOf(path, width), bytes, 'image/webp')),
  ])
  const written = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (!failed) return written
  await files.remove(written.map(({ file }) => file)).catch(() => {})
  throw diskFault(failed.reason)
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

function diskFault(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const isFull = cause instanceof Error && 'code' in cause && fullDisk.has(String(cause.code))
  return isFull
    ? new AppError('storage_full', diskFull(), { cause })
    : new AppError('internal', uploadFailed(), { cause })
}
