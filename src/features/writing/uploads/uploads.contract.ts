import * as z from 'zod/mini'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { locale, t } from '#messages/messages.ts'
import { bytesOf, uploadLimit } from '#providers/storage/storage.contract.ts'

/** Maximum size of a profile picture in the settings form, in megabytes. Source: docs/product.md, Settings. */
export const maxProfilePictureMb = 1
/** Media types for the `accept` attribute of a file input. */
export const imageTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

export const notAnImage = () => t('Only image files are allowed')
/** The error for a member who has reached the quota. Smaller copies count toward it. */
export const memberQuotaReached = (usedBytes: number, maxBytes: number): string =>
  t(
    'This picture doesn’t fit: you have used {used} of your {max} MB. Unused pictures are deleted after {unusedDays} days.',
    { used: megabytes(usedBytes), max: megabytes(maxBytes), unusedDays },
  )
export const siteQuotaReached = () =>
  t('This site’s picture storage is full. Ask an administrator to raise UPLOADS_MAX_GB.')
/** How many days an unused picture is kept. */
export const unusedDays = 30
const megabytes = (bytes: number): string => Math.round(bytes / bytesOf(1)).toLocaleString(locale())

/** The response to an upload: `publicUrl` is absolute; `address` is the URL to store: a path if this site serves the
 *  picture. The width and height are the served picture's. */
export const UploadAnswer = z.object({ publicUrl: z.string(), address: z.string(), width: z.int(), height: z.int() })
export type UploadAnswer = z.infer<typeof UploadAnswer>

/** The form has the fields `file` and `bucketName`. */
export const uploadPicture = endpoint('POST /api/storage/upload', {
  summary: 'Upload a picture',
  access: 'member',
  body: media('multipart/form-data'),
  answer: UploadAnswer,
  limits: [uploadLimit],
})

/** A picture's size and the URLs of its smaller WebP copies, narrowest first. */
export interface ImageSizes {
  width: number
  height: number
  variants: { width: number; url: string }[]
}

/** Returns the `srcset` for a picture: its copies, then the original. */
export const srcsetOf = (url: string, { width, variants }: ImageSizes): string =>
  [...variants, { width, url }].map((one) => `${one.url} ${one.width}w`).join(', ')
