import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { publicPath } from '#schemas/image-variants.contract.ts'

export const BucketName = z.enum(['profile-images', 'post-images', 'project-images'])
export type BucketName = z.infer<typeof BucketName>

/** Maximum file size in megabytes. Source: docs/product.md, Limits. */
export const maxUploadMb = 2
export const bytesOf = (megabytes: number): number => megabytes * 1024 * 1024

export const fileTooLarge = (megabytes: number): string => t('File size exceeds {megabytes}MB limit', { megabytes })
export const bucketMissing = (name: string): string => t('The storage bucket "{name}" is not set up properly', { name })
export const uploadForbidden = () => t("You don't have permission to upload files.")
export const uploadFailed = () => t('Failed to upload file. Please try again.')
export const diskFull = () => t('The picture was not saved because this site’s disk is full. Contact an administrator.')

/** Shared by uploads through the site's API and through the storage protocol. */
export const uploadLimit = perMember('uploads', 60, 3600)

/** Identifies an object. */
export interface ObjectKey {
  bucket: BucketName
  path: string
}

const publicUrl = new RegExp(String.raw`^(?:https?://[^/?#\\]+)?${publicPath}([a-z-]+)/([^?#\\]+)$`)

/** Returns the object that a public URL on any host refers to; null for other URLs. The storage provider's `keyOf` also
 *  checks the host. */
export function parsePublicUrl(url: string): ObjectKey | null {
  const [, bucket, path] = publicUrl.exec(url) ?? []
  const known = BucketName.safeParse(bucket)
  if (!known.success || !path) return null
  try {
    return { bucket: known.data, path: decodeURIComponent(path) }
  } catch {
    return null
  }
}

/** The inverse of `parsePublicUrl`: returns the URL at which a provider at `origin` serves the object. */
export const publicUrlOf = (origin: string, { bucket, path }: ObjectKey): string =>
  `${origin}${publicPath}${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`
