import { type Db, one } from '#kernel/db.ts'
import type { ImageSizes } from '#features/writing/uploads/uploads.contract.ts'
import { variantOf } from '#schemas/image-variants.contract.ts'
import type { ObjectKey } from '#providers/storage/storage.contract.ts'

/** Returns the sizes of the uploaded image at a URL; null for an unknown image. */
export async function findSizes(db: Db, url: string, { bucket, path }: ObjectKey): Promise<ImageSizes | null> {
  const row = await one<{ width: number; height: number; widths: number[] }>(db)`
    select width, height, variant_widths as widths from images where bucket = ${bucket} and path = ${path}`
  if (!row) return null
  const { width, height, widths } = row
  return { width, height, variants: widths.map((one) => ({ width: one, url: variantOf(url, one) })) }
}
