import { avatarVariantWidth, originalOf, publicPath, variantOf } from '#schemas/image-variants.contract.ts'

/** Profile pictures that this site serves. It serves the picture itself if there is no variant. */
const ownProfilePictures = `${publicPath}profile-images/`
/** The pixel density up to which variants are used, which is that of most phones. */
const maxDensity = 3

/** Returns the URL that pages use for a picture that is displayed `pixels` CSS pixels wide. Pictures on other sites are
 *  proxied, because the Content Security Policy blocks them. */
export function avatarAddress(image: string, pixels: number): string {
  if (isForeignImage(image)) return `/avatar?${new URLSearchParams({ url: image }).toString()}`
  const isVariantSharp = pixels * maxDensity <= avatarVariantWidth
  return isVariantSharp && hasVariant(image) ? variantOf(image, avatarVariantWidth) : image
}

const hasVariant = (image: string): boolean =>
  image.startsWith(ownProfilePictures) && !/[?#]/.test(image) && originalOf(image) === null

/** Returns whether the picture is hosted neither on this site nor in its storage. */
export const isForeignImage = (image: string): boolean => /^https?:/i.test(image) && !image.includes(publicPath)
