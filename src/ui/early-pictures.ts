// Pictures in posts are loaded when the reader gets near them. Browsers cannot tell early enough that the first one is
// visible at once, so the server marks it.

const lazy = ' loading="lazy"'
const early = ' fetchpriority="high"'

/** Lets the browser load the first picture with the page. */
export const withEarlyPicture = (html: string): string =>
  html.replace(/<img [^>]*>/, (picture) => picture.replace(lazy, early))

/** Returns the HTML as it was before {@link withEarlyPicture}. Authors' HTML has no `fetchpriority`. */
export const withoutEarlyPicture = (html: string): string =>
  html.replace(/<img [^>]*>/, (picture) => picture.replace(early, lazy))
