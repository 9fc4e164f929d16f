const stored = /\/storage\/v1\/object\/public\//

/** Returns the URL that pages use for a picture. Pictures on other sites are proxied, because the Content Security
 *  Policy blocks them. */
export const avatarAddress = (image: string): string =>
  isForeignImage(image) ? `/avatar?${new URLSearchParams({ url: image }).toString()}` : image

/** Returns whether the picture is hosted neither on this site nor in its storage. */
export const isForeignImage = (image: string): boolean => /^https?:/i.test(image) && !stored.test(image)
