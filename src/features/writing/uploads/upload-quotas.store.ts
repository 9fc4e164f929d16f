import { type Db, one, run } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { memberQuotaReached, siteQuotaReached } from './uploads.contract.ts'
import { addImage, type NewImage } from './uploads.store.ts'

export interface UploadQuotas {
  memberMaxBytes: number
  maxBytes: number
}

/** Records the picture if it fits within the quotas, replacing any picture at the same path. Must run in a
 *  transaction, which holds a lock that serializes quota checks. @throws AppError too_large, storage_full */
export async function addImageWithin(db: Db, image: NewImage, quotas: UploadQuotas): Promise<void> {
  await run(db)`select pg_advisory_xact_lock(hashtext('upload quotas'))`
  const used = await usedBesides(db, image)
  if (used.member + image.storedBytes > quotas.memberMaxBytes)
    throw new AppError('too_large', memberQuotaReached(used.member, quotas.memberMaxBytes))
  if (used.total + image.storedBytes > quotas.maxBytes) throw new AppError('storage_full', siteQuotaReached())
  await addImage(db, image)
}

async function usedBesides(db: Db, { bucket, path, memberId }: NewImage): Promise<{ member: number; total: number }> {
  const row = await one<{ member: number; total: number }>(db)`
    select coalesce(sum(stored_bytes) filter (where member_id = ${memberId}), 0)::bigint as member,
      coalesce(sum(stored_bytes), 0)::bigint as total
    from images where (bucket, path) <> (${bucket}, ${path})`
  return row!
}
