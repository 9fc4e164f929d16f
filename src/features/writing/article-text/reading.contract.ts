const wordsPerMinute = 200

/** The words of a markdown text, as near as can be told without parsing it: marks, addresses and frames are none. */
export const wordCountOf = (markdown: string): number =>
  markdown
    .replace(/^ {0,3}(?:```|~~~).*$|^[^\S\n]*<iframe\s.*$/gm, '')
    .replace(/\]\([^()\s]*(?:\s"[^"\n]*")?\)/g, ']')
    .split(/\s/)
    .filter((word) => /[\p{L}\p{N}\p{So}]/u.test(word)).length

/** Minutes to read so many words at 200 a minute, rounded up; at least 1. Source: docs/product.md, Limits. */
export const minutesToRead = (words: number): number => Math.max(1, Math.ceil(words / wordsPerMinute))
