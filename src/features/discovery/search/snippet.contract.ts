import type { Marked } from './search.contract.ts'
import { searchable } from './terms.contract.ts'

/** Put around what was found; texts themselves have none of them. For private use in Unicode. */
export const [highlightStart, highlightEnd] = ['\ue000', '\ue001']

const maxLength = 240
/** How far apart the words of a question may stand to be shown together. */
const reach = 160
/** How far a cut is moved to spare a word. */
const longWord = 30
/** What is shown before the first of them. */
const before = 60

/** The stretch of the text where most of the stems stand together, on one line; its beginning where there are none. */
export function snippetOf(text: string, stems: string[]): string {
  const line = text.replace(/\s/g, ' ')
  const at = Math.min(bestPlace(searchable(line), stems), line.length - maxLength + before)
  const start = at <= before ? 0 : wordStart(line, at - before)
  const end = start + maxLength + longWord >= line.length ? line.length : wordEnd(line, start + maxLength)
  const words = line.slice(start, end).replace(/ +/g, ' ').trim()
  return `${start > 0 ? '… ' : ''}${words}${end < line.length ? ' …' : ''}`
}

interface Place {
  at: number
  stem: string
}

function bestPlace(text: string, stems: string[]): number {
  if (stems.length === 0) return 0
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.map(patternOf).join('|')})`, 'giu')
  const places: Place[] = []
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

function stemsFrom(places: Place[], first: number): number {
  const seen = new Set<string>()
  for (let index = first; index < places.length; index++) {
    const { at, stem } = places[index]!
    if (at > places[first]!.at + reach) break
    seen.add(stem)
  }
  return seen.size
}

/** How a word of that stem begins: `happi` stands for happy, `us` or `use` for using. */
const patternOf = (stem: string): string =>
  stem.length > 2 ? stem.replace(/e$/, '').replace(/i$/, '[iy]') : `${stem}(?![\\p{L}\\p{N}])`

/** The last beginning of a word up to there, if one is near. */
function wordStart(line: string, at: number): number {
  const space = line.lastIndexOf(' ', at)
  return at - space < longWord ? space + 1 : at
}

function wordEnd(line: string, at: number): number {
  const space = line.lastIndexOf(' ', at)
  return at - space < longWord ? space : at
}

/** The text cut where the highlighted form of it, in the words that the search knows, says so. */
export function markedBy(text: string, highlighted: string): Marked {
  const pieces: string[] = []
  let at = 0
  for (const piece of highlighted.split(/[\ue000\ue001]/)) {
    pieces.push(text.slice(at, at + piece.length))
    at += piece.length
  }
  return at === text.length ? pieces : [text]
}

/** The text as the database is to highlight it. */
export const toHighlight = (text: string): string => searchable(text).replace(/[\ue000\ue001]/g, ' ')
