/** The maximum length of Markdown that is rendered, in UTF-16 code units. Source: docs/product.md, Limits. */
export const maxMarkdownLength = 100_000
const wordsPerMinute = 200

/** Returns the beginning of plain text on one line, with at most `max` code points. Truncates after a word if one ends
 *  in the second half, and appends `…` instead of punctuation. Also used in the browser. */
export function excerptOf(text: string, max: number): string {
  const points = Array.from(lineOf(text, max * 2 + 2))
  if (points.length <= max) return points.join('')
  const lastSpace = points.slice(0, max).lastIndexOf(' ')
  const end = lastSpace > max / 2 ? lastSpace : max - 1
  const beginning = points.slice(0, end).join('')
  return `${beginning.replace(/[,;:.!?–—-]{1,3}$/, '')}…`
}

/** Returns the first words of the text, separated by single spaces, up to `units` UTF-16 code units. */
function lineOf(text: string, units: number): string {
  let line = ''
  for (const [word] of text.matchAll(/\S+/g)) {
    line += (line && ' ') + word
    if (line.length > units) return line.slice(0, units)
  }
  return line
}

/** Returns how many minutes it takes to read plain text at 200 words per minute, rounded up to at least 1. Source:
 *  docs/product.md, Limits. */
export function readingMinutesOf(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0
  return Math.max(1, Math.ceil(words / wordsPerMinute))
}
