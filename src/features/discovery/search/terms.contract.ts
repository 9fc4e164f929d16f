/** What a question asks for: words, phrases in quotes, and those that must not be there (`-word`, `-"a phrase"`). */
export interface Terms {
  words: string[]
  phrases: string[][]
  without: string[][]
  /** The question ends with a plain word, which somebody may not have typed to its end. */
  endsWithWord: boolean
  /** Something is asked for that can be there. */
  isSearchable: boolean
}

/** Takes any text apart. What is no letter and no digit parts words, as `search_text` in the database has it. */
export function termsOf(question: string): Terms {
  const terms: Terms = { words: [], phrases: [], without: [], endsWithWord: false, isSearchable: false }
  for (const [, minus, phrase, word] of question.normalize('NFC').matchAll(parts)) {
    const words = wordsOf(phrase ?? word ?? '')
    terms.endsWithWord = !minus && phrase === undefined && words.length > 0
    if (words.length === 0) continue
    if (minus) terms.without.push(words)
    else if (phrase !== undefined && words.length > 1) terms.phrases.push(words)
    else terms.words.push(...words)
  }
  terms.isSearchable = terms.words.length + terms.phrases.length > 0
  return terms
}

// A minus within a word, as in `full-text`, takes nothing out.
const parts = /(?<=^|\s)(-?)(?:"([^"]*)"?|(\S+))/g

const wordsOf = (text: string): string[] => withoutAccents(codeNames(text)).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/** The text with as many UTF-16 units, each at its place, in the words that the search knows. */
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
