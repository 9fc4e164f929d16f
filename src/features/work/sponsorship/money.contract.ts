import * as z from 'zod/mini'
import { locale, t } from '#messages/messages.ts'

// Amounts of money are whole cents everywhere, which avoids fractions.

/** Source: docs/product.md, Validation. */
export const invalidAmount = () => t('Please enter a valid amount greater than 0.')
export const maxCents = 100_000_000
export const maxGoalDollars = 10_000_000
const tooMuch = (dollars: string) => t('Enter an amount of at most {dollars}.', { dollars })

/** Parses dollars into cents: ASCII digits with at most two decimals, such as `5`, `.5`, or `12.50`, optionally
 *  surrounded by spaces. Returns null for any other input, such as input with a sign, letters, or separators. */
export function centsOf(text: string): number | null {
  const [, whole, rest = ''] = /^(\d{0,12})(?:\.(\d{0,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined || whole + rest === '') return null
  return Number(whole + rest.padEnd(2, '0'))
}

/** `1000`, `12,500`. */
export const grouped = (number: number): string =>
  new Intl.NumberFormat(locale(), { useGrouping: 'min2' }).format(number)

/** `$5`, `$5.50`, `$1000`, `$12,500`. */
export const dollars = (cents: number): string =>
  new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency: 'USD',
    useGrouping: 'min2',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100)

/** Formats cents for an input field: `5`, `5.50`, `12500`. */
export const dollarsText = (cents: number): string => `${wholeOf(cents)}${restOf(cents)}`

/** Attributes of an input field for an amount in dollars and cents. */
export const amountField = { type: 'number', inputMode: 'decimal', min: 1, step: 0.01 } as const

const wholeOf = (cents: number): number => (cents - (cents % 100)) / 100
const restOf = (cents: number) => (cents % 100 === 0 ? '' : `.${String(cents % 100).padStart(2, '0')}`)

/** A monthly amount in cents. */
export const Cents = z
  .int({ error: invalidAmount })
  .check(z.gte(1, { error: invalidAmount }), z.lte(maxCents, { error: () => tooMuch(dollars(maxCents)) }))

/** A goal's amount in whole dollars. */
export const GoalDollars = z
  .int({ error: invalidAmount })
  .check(
    z.gte(1, { error: invalidAmount }),
    z.lte(maxGoalDollars, { error: () => tooMuch(dollars(maxGoalDollars * 100)) }),
  )

/** Parses a field into cents. An invalid amount counts as 0, which is rejected. */
export const CentsText = z.pipe(
  z.pipe(
    z.string({ error: invalidAmount }),
    z.transform((text: string) => centsOf(text) ?? 0),
  ),
  Cents,
)

/** Parses a field into whole dollars. An invalid amount counts as 0, which is rejected. */
export const GoalDollarsText = z.pipe(
  z.pipe(
    z.string({ error: invalidAmount }),
    z.transform((text: string) => wholeDollarsOf(text) ?? 0),
  ),
  GoalDollars,
)

/** Returns null for text that is not an amount in whole dollars. */
export function wholeDollarsOf(text: string): number | null {
  const cents = centsOf(text)
  return cents === null || cents % 100 > 0 ? null : wholeOf(cents)
}
