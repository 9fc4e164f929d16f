/** One measurement and its limit. */
export interface Row {
  name: string
  /** In the unit given in the name. */
  value: number
  limit: { atMost: number } | { atLeast: number }
  /** Printed but not checked: the absolute figures behind a ratio, which depend on the machine. */
  info?: string
}

export const isOver = ({ value, limit }: Row): boolean =>
  !('atMost' in limit ? value <= limit.atMost : value >= limit.atLeast)

/** Formats the row as a line of the table: name, value, limit, ok or OVER, and the absolute figures. @param earlier the
 *  value to compare with, from another commit */
export function lineOf(row: Row, earlier?: number): string {
  const limit = 'atMost' in row.limit ? `≤ ${row.limit.atMost}` : `≥ ${row.limit.atLeast}`
  const cells = [row.name.padEnd(88), rounded(row.value).padStart(6), limit.padEnd(7), isOver(row) ? 'OVER' : 'ok  ']
  const change = earlier === undefined ? [] : [`${rounded(row.value / earlier)} × before`]
  return [...cells, ...change, row.info ?? ''].join('  ').trimEnd()
}

const rounded = (value: number) => value.toFixed(value < 10 ? 2 : 0)

/** Formats a measured time and its baseline as the `info` of a row. */
export const msOf = (measuredMs: number, baselineMs: number, statistic = 'p50'): string =>
  `${statistic} ${rounded(measuredMs)} ms; baseline ${rounded(baselineMs)} ms`

/** Returns the median; for an even number of values, the higher of the two middle values. */
export const median = (values: number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN

export const p95 = (values: number[]): number => quantile(values, 0.95)

export const p99 = (values: number[]): number => quantile(values, 0.99)

const quantile = (values: number[], share: number): number =>
  sorted(values)[Math.ceil(values.length * share) - 1] ?? Number.NaN

const sorted = (values: number[]) => values.toSorted((a, b) => a - b)
