/** One measurement beside its limit. */
export interface Row {
  name: string
  /** In the unit of the name. */
  figure: number
  limit: { atMost: number } | { atLeast: number }
}

export const isOver = ({ figure, limit }: Row): boolean =>
  !('atMost' in limit ? figure <= limit.atMost : figure >= limit.atLeast)

/** The row as a line: name, figure, limit, ok or over. */
export function lineOf(row: Row): string {
  const limit = 'atMost' in row.limit ? `≤ ${row.limit.atMost}` : `≥ ${row.limit.atLeast}`
  const figure = row.figure.toFixed(row.figure < 10 ? 2 : 0)
  return `${row.name.padEnd(66)} ${figure.padStart(8)}  ${limit.padEnd(8)}  ${isOver(row) ? 'OVER' : 'ok'}`
}

/** The middle one; of an even number the upper of the two. */
export function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}

export const p95 = (figures: number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * 0.95) - 1] ?? Number.NaN

export const p99 = (figures: number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * 0.99) - 1] ?? Number.NaN
