const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const isLetter = /[\p{L}\p{N}]/u
/** Of the letters of a text, how many may be left out before it says something else. */
const mostLost = 0.1

/** The text as the font can draw it, on one line: emoji and signs that it lacks are left out,
 *  never drawn as boxes.
 *  @returns null where nothing is left to read, or too many letters are missing */
export function drawable(text: string, characters: ReadonlySet<number>): string | null {
  const parts = Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) => segment)
  const letters = parts.filter((part) => isLetter.test(part))
  const canDraw = (part: string) => Array.from(part).every((sign) => characters.has(sign.codePointAt(0)!))
  const lost = letters.filter((part) => !canDraw(part)).length
  if (letters.length === 0 || lost > letters.length * mostLost) return null
  const line = parts.map((part) => (/^\s+$/.test(part) ? ' ' : canDraw(part) ? part : ' ')).join('')
  return line.replaceAll(/ +/g, ' ').trim()
}
