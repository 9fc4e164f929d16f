/** A state of the automaton: its transitions, and the fallback if none matches. */
interface State {
  next: Map<string, State>
  fallback: State | null
  /** The word that ends here. */
  found: string | null
}

/** Returns a function that finds the first of the words and phrases in a string, or null. Matches whole words, ignoring
 *  case; only white space may separate the words of a phrase. Makes a single pass, regardless of the number of words.
 *  Source: Aho and Corasick, Efficient String Matching, 1975 */
export function wordFinder(words: string[]): (text: string) => string | null {
  const start = startOf(words)
  return (text) => {
    let state = start
    for (const part of partsOf(text)) {
      state = after(state, part)
      if (state.found !== null) return state.found
    }
    return null
  }
}

/** Returns the normalized word: words with the same result are equivalent. */
export const foldedWord = (word: string): string => [...partsOf(word)].join(' ')

// Scripts without spaces are matched letter by letter, and so are symbols, such as the '#' in a tag or the '+' signs in
// 'C++'.
const part =
  /[[\p{L}\p{M}\p{N}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]+|\S/gv

/** Longer parts match no word. Normalizing very many combining marks would take quadratic time. */
const maxPartLength = 400

function* partsOf(text: string): Generator<string> {
  for (const [found] of text.matchAll(part)) {
    yield found.length > maxPartLength ? '' : found.normalize('NFKC').toUpperCase().toLowerCase()
  }
}

function startOf(words: string[]): State {
  const start = newState(null)
  for (const word of words) {
    let state = start
    for (const part of partsOf(word)) state = grown(state, part)
    state.found ??= word
  }
  tie(start)
  return start
}

const newState = (fallback: State | null): State => ({ next: new Map(), fallback, found: null })

function grown(state: State, part: string): State {
  const next = state.next.get(part) ?? newState(null)
  state.next.set(part, next)
  return next
}

/** Sets each state's fallback, in breadth-first order: the longest other state that ends with the same parts. */
function tie(start: State): void {
  const states = [start]
  for (const state of states) {
    for (const [part, next] of state.next) {
      next.fallback = state.fallback ? after(state.fallback, part) : start
      next.found ??= next.fallback.found
      states.push(next)
    }
  }
}

function after(from: State, part: string): State {
  let state = from
  for (;;) {
    const next = state.next.get(part)
    if (next) return next
    if (!state.fallback) return state
    state = state.fallback
  }
}
