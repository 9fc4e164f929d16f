/** What has been read so far: which parts of a text lead on from here, and where to go on when none does. */
interface State {
  next: Map<string, State>
  fallback: State | null
  /** The word that ends here. */
  found: string | null
}

/** Looks for words and phrases in texts: whole words, in any case, whatever stands between the words of a phrase but space.
 *  One pass over the text, however many words there are. Source: Aho and Corasick, Efficient String Matching, 1975
 *  @returns the first that the text has, as it was given; null for none */
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

/** The word as it is compared: two that fold to the same find the same. */
export const foldedWord = (word: string): string => [...partsOf(word)].join(' ')

// Scripts without spaces between their words are read letter by letter, and so are all signs: '#' of a tag, 'C++'.
const part =
  /[[\p{L}\p{M}\p{N}_]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]+|\S/gv

/** Above this no part is one of a muted word's. Marks without end over one letter would be ordered in quadratic time. */
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

/** Gives every state the longest other one that ends with the same parts, the shorter first. */
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
