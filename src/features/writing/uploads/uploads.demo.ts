import type { Demo } from '#kernel/demo.ts'
import type { Member } from '#kernel/http.ts'
import { processImage } from '#kernel/images.ts'
import { bucketRules } from '#providers/storage/storage.ts'
import type { BucketName } from '#providers/storage/storage.contract.ts'

/** Stores a demo picture as an upload by the member. @returns its stored URL */
export async function uploadPicture(
  { ctx, picture }: Pick<Demo, 'ctx' | 'picture'>,
  owner: Member,
  { bucket, name }: { bucket: BucketName; name: string },
): Promise<string> {
  const image = await processImage(await picture(name), bucketRules[bucket])
  const place = { bucket, path: `${owner.id}/${name}` }
  await ctx.storage.put({ ...place, image, ownerId: owner.id, authorization: null })
  return ctx.storage.addressOf(place)
}
