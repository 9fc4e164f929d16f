import { avatarCopyWidth, variantOf } from '#schemas/image-variants.contract.ts'

const stored = /\/storage\/v1\/object\/public\//
/** Profile pictures that this site serves. It serves the picture itself if there is no copy. */
const ownProfilePicture = /^\/storage\/v1\/object\/public\/profile-images\/[^?#]+$/
/** The highest pixel density of phones. */
const maxDensity = 3

/** Returns the URL that pages use for a picture that is displayed `pixels` CSS pixels wide. Pictures on other sites are
 *  proxied, because the Content Security Policy blocks them. */
export function avatarAddress(image: string, pixels: number): string {
  if (isForeignImage(image)) return `/avatar?${new URLSearchParams({ url: image }).toString()}`
  const isCopySharp = pixels * maxDensity <= avatarCopyWidth
  return isCopySharp && ownProfilePicture.test(image) ? variantOf(image, avatarCopyWidth) : image
}

/** Returns whether the picture is hosted neither on this site nor in its storage. */
export const isForeignImage = (image: string): boolean => /^https?:/i.test(image) && !stored.test(image)
