import { maxProfilePictureMb, notAnImage } from '#features/writing/uploads/uploads.contract.ts'
import { bytesOf, fileTooLarge, uploadFailed } from '#providers/storage/storage.contract.ts'
import type { Uploaded } from '#features/writing/uploads/picture-upload.hooks.ts'
import { uploadImage } from '#features/writing/uploads/uploads.hooks.ts'
import { messageOf } from '#web/api.ts'

/** The length of the longer side, in pixels. Source: docs/product.md, Limits. */
const maxSide = 512
const quality = 0.95
const maxBytes = bytesOf(maxProfilePictureMb)

/** Shrinks the picture and uploads it as a profile picture. */
export async function uploadPicture(file: File): Promise<Uploaded> {
  if (!file.type.startsWith('image/')) return { ok: false, message: notAnImage() }
  try {
    const small = await shrunk(file)
    if (small.size > maxBytes) return { ok: false, message: fileTooLarge(maxProfilePictureMb) }
    const { address } = await uploadImage(small, 'profile-images')
    return { ok: true, url: address }
  } catch (reason) {
    return { ok: false, message: messageOf(reason, uploadFailed()) }
  }
}

/** Returns the picture scaled to fit 512 × 512 and rotated upright. Animated files, and formats that this browser
 *  cannot decode, are returned unchanged: the server handles or rejects them. */
async function shrunk(file: File): Promise<File> {
  if (await isAnimated(file)) return file
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return file
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  if (scale === 1 && file.size <= maxBytes) return file
  const blob = await drawn(picture, scale, file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp')
  picture.close()
  return blob ? new File([blob], file.name, { type: blob.type }) : file
}

function drawn(picture: ImageBitmap, scale: number, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}

/** Detects animated GIF, WebP, and PNG files by their first bytes. */
async function isAnimated(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 4096).arrayBuffer())
  const head = String.fromCharCode(...bytes)
  return /^GIF8|^RIFF.{4}WEBP.*ANIM|^.PNG.*acTL/s.test(head)
}
