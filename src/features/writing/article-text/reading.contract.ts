const wordsPerMinute = 200

/** Returns the approximate number of words in Markdown, without parsing it. Markup, URLs, and iframes do not count. */
export const wordCountOf = (markdown: string): number =>
  markdown
    .replace(/^ {0,3}(?:```|~~~).*$|^[^\S\n]*<iframe\s.*$/gm, '')
    .replace(/\]\([^()\s]*(?:\s"[^"\n]*")?\)/g, ']')
    .split(/\s/)
    .filter((word) => /[\p{L}\p{N}\p{So}]/u.test(word)).length

/** Returns the reading time in minutes at 200 words per minute, rounded up; at least 1. Source: docs/product.md,
 *  Limits. */
export const minutesToRead = (words: number): number => Math.max(1, Math.ceil(words / wordsPerMinute))
