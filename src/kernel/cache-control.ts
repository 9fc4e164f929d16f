/** Cache-Control for content that is public until it is removed. Browsers may cache it for `browserSeconds`. Shared
 *  caches must revalidate it after ten seconds and must not serve it stale. */
export const publicUntilRemoved = (browserSeconds: number): string =>
  `public, max-age=${browserSeconds}, s-maxage=${sharedSeconds}, must-revalidate`

const sharedSeconds = 10
