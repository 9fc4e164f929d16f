const stored = /\/storage\/v1\/object\/public\//

/** Returns the URL that pages use for a picture. Pictures on other sites are proxied: the content security policy
 *  forbids them. */
export const avatarAddress = (image: string): string =>
  isForeignImage(image) ? `/avatar?${new URLSearchParams({ url: image }).toString()}` : image

/** Returns whether the picture is on another site than this one and its storage. */
export const isForeignImage = (image: string): boolean => /^https?:/i.test(image) && !stored.test(image)
