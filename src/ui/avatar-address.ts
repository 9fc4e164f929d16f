const stored = /\/storage\/v1\/object\/public\//

/** Where a page gets the picture from: it may show none of other sites, so the site fetches those itself. */
export const avatarAddress = (image: string): string =>
  isForeignImage(image) ? `/avatar?${new URLSearchParams({ url: image }).toString()}` : image

/** Whether the picture stands on another site than this one and its storage. */
export const isForeignImage = (image: string): boolean => /^https?:/i.test(image) && !stored.test(image)
