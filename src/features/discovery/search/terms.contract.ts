/** The terms of a query: words, phrases in quotes, and excluded ones (`-word`, `-"a phrase"`). */
export interface Terms {
  words: string[]
  phrases: string[][]
  excluded: string[][]
  /** Whether the query ends with an unquoted, possibly incomplete word. */
  endsWithWord: boolean
  /** Whether at least one word or phrase is not excluded. */
  isSearchable: boolean
}

/** Parses a query. Words are separated by anything but letters and digits, as in the database's `search_text`. */
export function termsOf(question: string): Terms {
  const terms: Terms = { words: [], phrases: [], excluded: [], endsWithWord: false, isSearchable: false }
  for (const [, minus, phrase, word] of question.normalize('NFC').matchAll(parts)) {
    const words = wordsOf(phrase ?? word ?? '')
    terms.endsWithWord = !minus && phrase === undefined && words.length > 0
    if (words.length === 0) continue
    if (minus) terms.excluded.push(words)
    else if (phrase !== undefined && words.length > 1) terms.phrases.push(words)
    else terms.words.push(...words)
  }
  terms.isSearchable = terms.words.length + terms.phrases.length > 0
  return terms
}

// A minus sign inside a word, as in `full-text`, does not exclude anything.
const parts = /(?<=^|\s)(-?)(?:"([^"]*)"?|(\S+))/g

const wordsOf = (text: string): string[] => withoutAccents(codeNames(text)).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/** Normalizes text for search, preserving its length and offsets in UTF-16 units. */
export const searchable = (text: string): string =>
  codeNames(text)
    .replace(/[\u0080-\uffff]/g, (unit) => baseOf(unit))
    .replace(/[!-/:-@[-`{-~]/g, ' ')

const codeNames = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])(c)\+\+/giu, '$1pp').replace(/(?<![\p{L}\p{N}])([cf])#/giu, '$1ʂ')

const accents = /[\u0300-\u036f]/g
const withoutAccents = (text: string): string => text.normalize('NFD').replace(accents, '').normalize('NFC')

function baseOf(unit: string): string {
  const base = withoutAccents(unit)
  return base.length === 1 ? base : unit
}
