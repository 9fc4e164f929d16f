/** First letter of the first and of the last word, upper case; one letter for a single word. Source: docs/product.md, Data. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}

/** A word of the palette that stays this name's own. */
export function tintOf(name: string): string {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973
  return tints[sum % tints.length]!
}

const tints = ['teal', 'blue', 'amber', 'violet', 'rose', 'green']
