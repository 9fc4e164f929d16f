/** Largest sitemap, compressed or not. Source: sitemaps.org, Sitemap protocol */
export const maxSitemapBytes = 50 * 1024 * 1024

/** Returns the lines of a list, without empty lines and comments. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
