// Pictures in posts are loaded when the reader gets near them. Browsers cannot tell early enough that the first one is
// visible at once, so the server marks it.

/** Makes the first picture load immediately, with high priority. */
export const withEarlyPicture = (html: string): string =>
  inFirstPicture(html, (picture) => picture.replace(' loading="lazy"', ' fetchpriority="high"'))

/** Returns the HTML as it was before {@link withEarlyPicture}. Authors' HTML has no `fetchpriority`. */
export const withoutEarlyPicture = (html: string): string =>
  inFirstPicture(html, (picture) => picture.replace(' fetchpriority="high"', ' loading="lazy"'))

const inFirstPicture = (html: string, change: (picture: string) => string): string =>
  html.replace(/<img (?:"[^"]*"|[^"<>])*>/, change)
