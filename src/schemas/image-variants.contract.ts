/** Returns the URL or path of the picture's variant that is `width` pixels wide. */
export const variantOf = (key: string, width: number): string => `${key}.${width}w.webp`

/** The width of a profile picture's only variant, which is sharp as a small avatar on every screen. */
export const avatarCopyWidth = 128
