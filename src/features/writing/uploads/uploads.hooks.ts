import { call } from '#web/call.ts'
import { notAnImage, type UploadAnswer, uploadPicture } from './uploads.contract.ts'
import { type BucketName, bytesOf, fileTooLarge, maxUploadMb } from '#providers/storage/storage.contract.ts'

/** Returns why the server would reject the picture, or null. */
export function faultOfImage(file: File, maxMb = maxUploadMb): string | null {
  if (!file.type.startsWith('image/')) return notAnImage()
  return file.size > bytesOf(maxMb) ? fileTooLarge(maxMb) : null
}

/** Uploads a picture. @throws ApiError */
export function uploadImage(file: File, bucketName: BucketName): Promise<UploadAnswer> {
  const body = new FormData()
  body.set('bucketName', bucketName)
  body.set('file', file)
  return call(uploadPicture, { body })
}

/** Returns the pictures among pasted or dropped files. */
export const imagesIn = (transfer: DataTransfer | null): File[] =>
  [...(transfer?.files ?? [])].filter((file) => file.type.startsWith('image/'))
