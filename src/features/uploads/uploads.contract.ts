import * as z from 'zod/mini'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'

export const BucketName = z.enum(['profile-images', 'post-images', 'project-images'])
export type BucketName = z.infer<typeof BucketName>

/** Largest file, in megabytes. Source: spec §9. */
export const maxUploadMb = 2
/** Largest profile picture that the settings form takes, in megabytes. Source: spec §2, Settings. */
export const maxProfilePictureMb = 1
export const bytesOf = (megabytes: number): number => megabytes * 1024 * 1024

/** Types that uploads may have: for the `accept` of a file input. */
export const imageTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

export const fileTooLarge = (megabytes: number): string => `File size exceeds ${megabytes}MB limit`
export const notAnImage = 'Only image files are allowed'
export const bucketMissing = (name: string): string => `The storage bucket "${name}" is not set up properly`
export const uploadForbidden = "You don't have permission to upload files."
export const uploadFailed = 'Failed to upload file. Please try again.'

/** The error for a member whose quota is used up. Smaller copies count towards it. */
export const memberQuotaReached = (usedBytes: number, maxBytes: number): string =>
  `This picture doesn't fit: you have used ${megabytes(usedBytes)} of your ${megabytes(maxBytes)} MB. ` +
  `Unused pictures are deleted after ${unusedDays} days.`
export const siteQuotaReached =
  'The picture storage of this site is full. Ask an administrator to raise UPLOADS_MAX_GB.'
export const diskFull = 'The picture was not saved because the disk of this site is full. Contact an administrator.'
/** How long a picture is kept after nothing on the site refers to it any more. */
export const unusedDays = 30
const megabytes = (bytes: number): string => Math.round(bytes / bytesOf(1)).toLocaleString('en')

/** The answer to an upload: `publicUrl` is absolute; `address` is what to store, a path if this site serves the picture.
 *  Width and height are those of the picture as it is served. */
export const UploadAnswer = z.object({ publicUrl: z.string(), address: z.string(), width: z.int(), height: z.int() })
export type UploadAnswer = z.infer<typeof UploadAnswer>

/** Counts uploads to this API and to the storage's own. */
export const uploadLimit = perMember('uploads', 60, 3600)

/** The form has the fields `file` and `bucketName`. */
export const uploadPicture = endpoint('POST /api/storage/upload', {
  summary: 'Upload a picture',
  access: 'member',
  body: media('multipart/form-data'),
  answer: UploadAnswer,
  limits: [uploadLimit],
})

/** Where an object is kept. */
export interface ObjectPlace {
  bucket: BucketName
  path: string
}

/** The size of a picture and where its smaller WebP copies are, narrowest first. */
export interface ImageSizes {
  width: number
  height: number
  variants: { width: number; url: string }[]
}

/** The address, or the path, of the picture's copy that is `width` pixels wide. */
export const variantOf = (place: string, width: number): string => `${place}.${width}w.webp`

const publicPath = /^(?:https?:\/\/[^/?#\\]+)?\/storage\/v1\/object\/public\/([a-z-]+)\/([^?#\\]+)$/

/** The object that a public address names, on whatever host; null for any other address.
 *  Whether the host is ours, the storage provider's `placeOf` tells. */
export function publicPlace(url: string): ObjectPlace | null {
  const [, bucket, path] = publicPath.exec(url) ?? []
  const known = BucketName.safeParse(bucket)
  if (!known.success || !path) return null
  try {
    return { bucket: known.data, path: decodeURIComponent(path) }
  } catch {
    return null
  }
}

/** The inverse of `publicPlace`: where a provider at `origin` serves the object. */
export const publicAddress = (origin: string, { bucket, path }: ObjectPlace): string =>
  `${origin}/storage/v1/object/public/${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`

/** The `srcset` of a picture: its copies, then itself. */
export const srcsetOf = (url: string, { width, variants }: ImageSizes): string =>
  [...variants, { width, url }].map((one) => `${one.url} ${one.width}w`).join(', ')
