import { maxProfilePictureMb, notAnImage } from '#features/writing/uploads/uploads.contract.ts'
import { bytesOf, fileTooLarge, uploadFailed } from '#providers/storage/storage.contract.ts'
import { uploadImage } from '#features/writing/uploads/uploads.hooks.ts'
import { messageOf } from '#web/api.ts'

/** Pixels of the longer side. Source: docs/product.md, Limits. */
const maxSide = 512
const quality = 0.95
const maxBytes = bytesOf(maxProfilePictureMb)

type Uploaded = { ok: true; url: string } | { ok: false; message: string }

/** Makes the picture small and uploads it as a profile picture. */
export async function uploadPicture(file: File): Promise<Uploaded> {
  if (!file.type.startsWith('image/')) return { ok: false, message: notAnImage }
  try {
    const small = await shrunk(file)
    if (small.size > maxBytes) return { ok: false, message: fileTooLarge(maxProfilePictureMb) }
    const { address } = await uploadImage(small, 'profile-images')
    return { ok: true, url: address }
  } catch (reason) {
    return { ok: false, message: messageOf(reason, uploadFailed) }
  }
}

/** The picture fitted into 512 by 512 and turned upright. One that moves stays as it is, and so does what this browser
 *  cannot read: the server, which reads more, makes it small or says what is wrong. */
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
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}

/** As its first bytes tell: a GIF, a WebP with frames, a PNG with frames. */
async function isAnimated(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 4096).arrayBuffer())
  const head = String.fromCharCode(...bytes)
  return /^GIF8|^RIFF.{4}WEBP.*ANIM|^.PNG.*acTL/s.test(head)
}
