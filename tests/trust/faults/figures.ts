import { columns } from '../../../scripts/cli/output.ts'

/** A result of a run. */
export interface Figure {
  name: string
  value: string | number
  /** Whether the value is within its limit; undefined for values without one. */
  isGood?: boolean
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Prints the figures and sets the exit code to 1 if one of them exceeds its limit. */
export function report(title: string, figures: readonly Figure[]): void {
  say(`\n${title}`)
  say(columns(figures.map(({ name, value, isGood }) => [`  ${name}`, String(value), isGood === false ? 'FAILED' : ''])))
  if (figures.some(({ isGood }) => isGood === false)) process.exitCode = 1
}

export const secondsOf = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Formats the median and the maximum of the durations. */
export function durationsOf(ms: readonly number[]): string {
  const sorted = ms.toSorted((a, b) => a - b)
  if (sorted.length === 0) return 'none'
  return `median ${secondsOf(sorted[Math.floor(sorted.length / 2)]!)}, maximum ${secondsOf(sorted.at(-1)!)}`
}
