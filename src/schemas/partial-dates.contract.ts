import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { formatTime } from './time-zones.contract.ts'

const invalidDate = { error: () => t('Enter a date such as 2024, 2024-05, or 2024-05-31') }

/** A date with or without its day and month: `2024`, `2024-05`, or `2024-05-31`. May be empty. */
export const PartialDate = z.string(invalidDate).check(
  z.trim(),
  z.refine((text) => text === '' || isPartialDate(text), invalidDate),
)

/** Reports whether the text is a date that exists, with or without its month and day. */
function isPartialDate(text: string): boolean {
  if (!/^[12]\d{3}(?:-\d\d){0,2}$/.test(text)) return false
  const whole = text + '-01-01'.slice(text.length - 4)
  const parsed = new Date(`${whole}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(whole)
}

/** Formats a date as precisely as it is given: “2024”, “May 2024”, “May 31, 2024”. */
export function partialDateText(date: string): string {
  if (date.length <= 4) return date
  const parts = date.length === 7 ? ({ month: 'short', year: 'numeric' } as const) : ({ dateStyle: 'medium' } as const)
  return formatTime(new Date(date), parts, 'UTC')
}
