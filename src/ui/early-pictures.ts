// Pictures in posts are loaded when the reader gets near them. Browsers cannot tell early enough that the first one is
// visible at once, so the server marks it.

const firstPicture = /<img (?:"[^"]*"|[^">])*>/
const lazy = ' loading="lazy"'
const early = ' fetchpriority="high"'

/** Makes the first picture load immediately, with high priority. */
export const withEarlyPicture = (html: string): string =>
  html.replace(firstPicture, (picture) => picture.replace(lazy, early))

/** Returns the HTML as it was before {@link withEarlyPicture}. Authors' HTML has no `fetchpriority`. */
export const withoutEarlyPicture = (html: string): string =>
  html.replace(firstPicture, (picture) => picture.replace(early, lazy))
