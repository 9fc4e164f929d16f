import type { Marked } from './search.contract.ts'
import { searchable } from './terms.contract.ts'

/** Private-use characters that surround highlighted words. Text to be highlighted does not contain them. */
export const [highlightStart, highlightEnd] = ['\ue000', '\ue001']

const maxLength = 240
/** Maximum distance between words in the same snippet. */
const maxDistance = 160
/** Maximum distance to move a cut to a word boundary. */
const longWord = 30
/** Characters to show before the first word. */
const before = 60

/** Returns the passage with the most stems close together, on one line; if nothing matches, the beginning of the
 *  text. */
export function snippetOf(text: string, stems: string[]): string {
  const line = text.replace(/\s/g, ' ')
  const at = Math.min(bestOffset(searchable(line), stems), line.length - maxLength + before)
  const start = at <= before ? 0 : wordStart(line, at - before)
  const end = start + maxLength + longWord >= line.length ? line.length : wordEnd(line, start + maxLength)
  const words = line.slice(start, end).replace(/ +/g, ' ').trim()
  return `${start > 0 ? '… ' : ''}${words}${end < line.length ? ' …' : ''}`
}

interface Occurrence {
  at: number
  stem: string
}

function bestOffset(text: string, stems: string[]): number {
  if (stems.length === 0) return 0
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.map(patternOf).join('|')})`, 'giu')
  const places: Occurrence[] = []
  for (const match of text.matchAll(pattern)) {
    places.push({ at: match.index, stem: match[0].toLowerCase() })
    if (places.length === 1000) break
  }
  let best = { at: 0, stems: 0 }
  for (const [index, { at }] of places.entries()) {
    const together = stemsFrom(places, index)
    if (together > best.stems) best = { at, stems: together }
    if (best.stems >= stems.length) break
  }
  return best.at
}

function stemsFrom(places: Occurrence[], first: number): number {
  const seen = new Set<string>()
  for (let index = first; index < places.length; index++) {
    const { at, stem } = places[index]!
    if (at > places[first]!.at + maxDistance) break
    seen.add(stem)
  }
  return seen.size
}

/** Returns a pattern for the beginnings of words with this stem: `happi` for happy, `us` or `use` for using. */
const patternOf = (stem: string): string =>
  stem.length > 2 ? stem.replace(/e$/, '').replace(/i$/, '[iy]') : `${stem}(?![\\p{L}\\p{N}])`

/** Returns the nearest word start before the index, if it is close. */
function wordStart(line: string, at: number): number {
  const space = line.lastIndexOf(' ', at)
  return at - space < longWord ? space + 1 : at
}

function wordEnd(line: string, at: number): number {
  const space = line.lastIndexOf(' ', at)
  return at - space < longWord ? space : at
}

/** Splits the text at the offsets of the highlights in its normalized form. */
export function markedBy(text: string, highlighted: string): Marked {
  const pieces: string[] = []
  let at = 0
  for (const piece of highlighted.split(/[\ue000\ue001]/)) {
    pieces.push(text.slice(at, at + piece.length))
    at += piece.length
  }
  return at === text.length ? pieces : [text]
}

/** Returns the text in the form that the database highlights. */
export const toHighlight = (text: string): string => searchable(text).replace(/[\ue000\ue001]/g, ' ')
