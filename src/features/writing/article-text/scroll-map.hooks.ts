/** The positions of the same content on both sides, in pixels from the top of the scrolled element. */
export interface Pair {
  text: number
  preview: number
}

export type Side = keyof Pair

/** Returns the pairs from the top to the end, omitting those that go backward on either side. */
export function ladder(pairs: Pair[], end: Pair): Pair[] {
  const steps: Pair[] = [{ text: 0, preview: 0 }]
  for (const pair of pairs) {
    const last = steps.at(-1)!
    const isForward = pair.text > last.text && pair.preview > last.preview
    if (isForward && pair.text < end.text && pair.preview < end.preview) steps.push(pair)
  }
  return [...steps, end]
}

/** Returns the scroll position for the other side, interpolated between two pairs. */
export function across(steps: Pair[], from: Side, place: number): number {
  const to = from === 'text' ? 'preview' : 'text'
  const at = Math.max(
    1,
    steps.findIndex((step) => step[from] >= place),
  )
  const above = steps[at - 1]
  const below = steps[at]
  if (!above || !below || place > steps.at(-1)![from]) return steps.at(-1)?.[to] ?? 0
  const span = below[from] - above[from]
  const share = span > 0 ? Math.max(0, place - above[from]) / span : 0
  return above[to] + share * (below[to] - above[to])
}
