/** Cache-Control of what anyone may see until it is removed. A browser that has it may keep it for `browserSeconds`; shared
 *  caches, which would show it to others, ask again after ten seconds, and serve nothing when they cannot. */
export const publicUntilRemoved = (browserSeconds: number): string =>
  `public, max-age=${browserSeconds}, s-maxage=${sharedSeconds}, must-revalidate`

const sharedSeconds = 10
