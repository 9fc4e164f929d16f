/** Returns the first letters of the first and last word in upper case, or one letter for a single word. Source:
 *  docs/product.md, Data. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}

/** Returns a palette color that is always the same for a given name. */
export function tintOf(name: string): string {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973
  return tints[sum % tints.length]!
}

const tints = ['teal', 'blue', 'amber', 'violet', 'rose', 'green']
