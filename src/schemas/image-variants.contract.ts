/** The path below which pictures are served, followed by the bucket and the picture's path. */
export const publicPath = '/storage/v1/object/public/'

/** Returns the URL or path of the picture's variant with the given width. */
export const variantOf = (key: string, width: number): string => `${key}.${width}w.webp`

/** The inverse of `variantOf`: returns the URL or path of the picture itself; null if `key` is not a variant's. */
export function originalOf(key: string): string | null {
  const original = key.replace(/\.\d+w\.webp$/, '')
  return original !== key && imageName.test(original) ? original : null
}

/** Matches the names of pictures, by their extension. */
export const imageName = /\.(?:jpe?g|png|webp|gif|avif)$/i

/** The width of a profile picture's only variant, for small avatars. */
export const avatarVariantWidth = 128
