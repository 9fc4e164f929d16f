import * as z from 'zod/mini'
import { locale, t } from '#messages/messages.ts'

/** Reports whether this is the IANA name of a supported time zone, such as 'Europe/Berlin'. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const TimeZone = z
  .string({ error: () => t('Choose a time zone') })
  .check(
    z.maxLength(60, { error: () => t('Choose a time zone') }),
    z.refine(isTimeZone, { error: () => t('Choose a time zone') }),
  )

/** Returns the names of all time zones, including UTC and the given one. */
export const timeZones = (selected: string): string[] =>
  [...new Set([selected, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()

type Parts = Intl.DateTimeFormatOptions

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats a time in the zone, or in UTC if this browser doesn't know the zone. Formats are kept, because creating one
 *  takes longer than using it. Without `timeZone`, uses the reader's own zone. */
export function formatTime(at: Date, parts: Parts, timeZone?: string): string {
  const key = JSON.stringify([locale(), parts, timeZone])
  const format = formats.get(key) ?? createFormat(parts, timeZone)
  formats.set(key, format)
  return format.format(at)
}

function createFormat(parts: Parts, timeZone?: string): Intl.DateTimeFormat {
  const isKnown = timeZone === undefined || isTimeZone(timeZone)
  return new Intl.DateTimeFormat(locale(), {
    ...parts,
    ...(timeZone !== undefined && { timeZone: isKnown ? timeZone : 'UTC' }),
  })
}
