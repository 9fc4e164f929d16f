import { AppError } from '#kernel/errors.ts'
import { srcsetOf } from '#features/writing/uploads/uploads.contract.ts'
import type { ProjectMedia } from './project-media.contract.ts'
import { type PictureInput, unknownPicture } from './project-pictures.contract.ts'
import type { ProjectInput } from './projects.contract.ts'
import { type Pictures, thumbnailOf } from './thumbnails.ts'
import { findSizes } from './thumbnails.store.ts'

/** Returns the sizes and URLs of the pictures in the input. @throws AppError invalid_input for a picture that was not
 *  uploaded to this site */
export async function mediaOf(parts: Pictures, { thumbnailUrl, pictures }: ProjectInput): Promise<ProjectMedia> {
  const thumbnail = await thumbnailOf(parts, thumbnailUrl)
  if (!pictures) return { thumbnail }
  return { thumbnail, pictures: await Promise.all(pictures.map((picture, index) => sized(parts, picture, index))) }
}

async function sized({ db, storage }: Pictures, { src: given, alt }: PictureInput, index: number) {
  const key = storage.keyOf(given)
  const src = key && storage.addressOf(key)
  const sizes = key && src !== null && (await findSizes(db, src, key))
  if (!sizes || src === null) {
    const issues = [{ path: `pictures.${index}.src`, message: unknownPicture() }]
    throw new AppError('invalid_input', unknownPicture(), { issues })
  }
  const { width, height } = sizes
  return { src, srcset: srcsetOf(src, sizes), width, height, alt }
}
