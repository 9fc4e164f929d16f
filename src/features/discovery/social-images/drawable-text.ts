const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const isLetter = /[\p{L}\p{N}]/u
/** Share of letters that may be missing before text counts as unreadable. */
const mostLost = 0.1

/** Returns the text on one line, without emoji or characters that the font lacks.
 *  @returns null if no letters remain, or too many are missing */
export function drawable(text: string, characters: ReadonlySet<number>): string | null {
  const parts = Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) => segment)
  const letters = parts.filter((part) => isLetter.test(part))
  const canDraw = (part: string) => Array.from(part).every((sign) => characters.has(sign.codePointAt(0)!))
  const lost = letters.filter((part) => !canDraw(part)).length
  if (letters.length === 0 || lost > letters.length * mostLost) return null
  const line = parts.map((part) => (/^\s+$/.test(part) ? ' ' : canDraw(part) ? part : ' ')).join('')
  return line.replaceAll(/ +/g, ' ').trim()
}
