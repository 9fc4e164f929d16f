import * as z from 'zod/mini'

// Money is whole cents from the field to the database and back: no number here ever has a fraction.

/** Source: spec §5. */
export const invalidAmount = 'Please enter a valid amount greater than 0.'
export const maxCents = 100_000_000
export const maxGoalDollars = 10_000_000
const tooMuch = (dollars: string) => `Please enter an amount of at most ${dollars}.`

/** The cents that a text of dollars means: ASCII digits with at most two after a point, such as `5`, `.5` or `12.50`, and
 *  spaces around them. Null for any other text, as one with signs, letters, separators or thousandths. */
export function centsOf(text: string): number | null {
  const [, whole, rest = ''] = /^(\d{0,12})(?:\.(\d{0,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined || whole + rest === '') return null
  return Number(whole + rest.padEnd(2, '0'))
}

/** `1000`, `12,500`. */
export const grouped = new Intl.NumberFormat('en-US', { useGrouping: 'min2' })

/** `$5`, `$5.50`, `$1000`, `$12,500`. */
export const dollars = (cents: number): string => `$${grouped.format(wholeOf(cents))}${restOf(cents)}`

/** As a field takes it: `5`, `5.50`, `12500`. */
export const dollarsText = (cents: number): string => `${wholeOf(cents)}${restOf(cents)}`

/** Attributes of a field for an amount in dollars and cents. */
export const amountField = { type: 'number', inputMode: 'decimal', min: 1, step: 0.01 } as const

/** The whole dollars in it. */
const wholeOf = (cents: number): number => (cents - (cents % 100)) / 100
const restOf = (cents: number) => (cents % 100 === 0 ? '' : `.${String(cents % 100).padStart(2, '0')}`)

/** What is given in a month, in cents. */
export const Cents = z.int(invalidAmount).check(z.gte(1, invalidAmount), z.lte(maxCents, tooMuch(dollars(maxCents))))

/** What a goal asks for, in whole dollars. */
export const GoalDollars = z
  .int(invalidAmount)
  .check(z.gte(1, invalidAmount), z.lte(maxGoalDollars, tooMuch(dollars(maxGoalDollars * 100))))

/** The text of a field as cents; what is no amount counts as none. */
export const CentsText = z.pipe(
  z.pipe(
    z.string(invalidAmount),
    z.transform((text: string) => centsOf(text) ?? 0),
  ),
  Cents,
)

/** The text of a field as whole dollars; what is no such amount counts as none. */
export const GoalDollarsText = z.pipe(
  z.pipe(
    z.string(invalidAmount),
    z.transform((text: string) => wholeDollarsOf(text) ?? 0),
  ),
  GoalDollars,
)

/** Null for a text that means no whole dollars. */
export function wholeDollarsOf(text: string): number | null {
  const cents = centsOf(text)
  return cents === null || cents % 100 > 0 ? null : wholeOf(cents)
}
