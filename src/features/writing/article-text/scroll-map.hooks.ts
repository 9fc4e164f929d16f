/** Two places that belong together, in pixels from the top of what scrolls. */
export interface Pair {
  text: number
  preview: number
}

export type Side = keyof Pair

/** The pairs in their order, from the top of both sides to how far each scrolls; what goes backwards is left out. */
export function ladder(pairs: Pair[], end: Pair): Pair[] {
  const steps: Pair[] = [{ text: 0, preview: 0 }]
  for (const pair of pairs) {
    const last = steps.at(-1)!
    const isForward = pair.text > last.text && pair.preview > last.preview
    if (isForward && pair.text < end.text && pair.preview < end.preview) steps.push(pair)
  }
  return [...steps, end]
}

/** Where the other side has to be scrolled to: between two pairs, as far as this side is. */
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
