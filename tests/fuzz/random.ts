/** Deterministic pseudo-random numbers. */
export interface Random {
  /** Returns an integer that is at least 0 and less than `end`. */
  below(end: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Creates a generator from a seed, using the mulberry32 algorithm. The same seed gives the same numbers. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return { below, chance: (probability) => next() < probability, pick: (list) => list[below(list.length)]! }
}
