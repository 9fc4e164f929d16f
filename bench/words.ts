const syllables = 'ba co di fu ga he ki lo mu ne pa ro si tu va wo xe zo'.split(' ')
const words: string[] = []

/** Returns the word with that rank, the same in every run. Word 0 is the most common one. */
export function word(rank: number): string {
  return (words[rank] ??= spelled(rank + 18 * 18))
}

/** Returns a rank below 30,000, distributed like words in natural text: rank n occurs about 1/n times as often as rank
 *  1. @param chance a number in [0, 1) */
export const rankOf = (chance: number): number => Math.floor(3 * (10_000 ** chance - 1))

function spelled(number: number): string {
  const parts: string[] = []
  for (let rest = number; rest > 0; rest = Math.floor(rest / 18)) parts.push(syllables[rest % 18]!)
  return parts.join('')
}
