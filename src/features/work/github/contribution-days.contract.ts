import type { ContributionDay } from './github.contract.ts'
import { locale, t } from '#messages/messages.ts'

/** Returns a day's contribution level, from 0 to 4. Source: docs/product.md, Limits. */
export const levelOf = (count: number): number => thresholds.filter((threshold) => count >= threshold).length
const thresholds = [1, 3, 5, 10]

/** A day with its index among all shown days. */
export type PlacedDay = ContributionDay & { index: number }

/** A column of the grid. `from`: date of its first day. `days`: from Sunday to Saturday; null for days that are not
 *  shown. */
export interface Week {
  from: string
  days: (PlacedDay | null)[]
}

/** Groups the days by week. @param days without gaps, oldest first; at least one */
export function weeksOf(days: ContributionDay[]): Week[] {
  const before = new Date(days[0]!.date).getUTCDay()
  return Array.from({ length: Math.ceil((before + days.length) / 7) }, (_, week) => {
    const first = week * 7 - before
    return { from: days[Math.max(0, first)]!.date, days: sevenFrom(days, first) }
  })
}

const sevenFrom = (days: ContributionDay[], first: number): Week['days'] =>
  Array.from({ length: 7 }, (_, weekday) => {
    const day = days[first + weekday]
    return day ? { ...day, index: first + weekday } : null
  })

export interface Month {
  name: string
  /** The month's first shown day. */
  from: string
  /** Number of weeks that start in the month. */
  weeks: number
}

/** Groups the weeks by month, for the grid's header. */
export function monthsOf(weeks: Week[]): Month[] {
  const months: Month[] = []
  const monthName = new Intl.DateTimeFormat(locale(), { month: 'short', timeZone: 'UTC' })
  for (const { from } of weeks) {
    const name = monthName.format(new Date(from))
    const last = months.at(-1)
    if (last?.name === name) last.weeks += 1
    else months.push({ name, from, weeks: 1 })
  }
  return months
}

/** Returns event counts by kind, most frequent first. Source: docs/product.md, GitHub page */
export const breakdownOf = (eventCounts: Record<string, number>): [kind: string, count: number][] =>
  Object.entries(eventCounts)
    .map(([name, count]): [string, number] => [name.replace(/Event$/, ''), count])
    .toSorted(([one, a], [other, b]) => b - a || one.localeCompare(other))

/** '3 contributions on Monday, November 3, 2026' */
export const dayText = ({ date, count }: ContributionDay): string =>
  t('{count, plural, =0 {No contributions on {day}} one {# contribution on {day}} other {# contributions on {day}}}', {
    count,
    day: longDayFormat().format(new Date(date)),
  })

const longDayFormats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format takes longer than formatting a year's days. */
function longDayFormat(): Intl.DateTimeFormat {
  const format =
    longDayFormats.get(locale()) ?? new Intl.DateTimeFormat(locale(), { dateStyle: 'full', timeZone: 'UTC' })
  longDayFormats.set(locale(), format)
  return format
}

/** Returns the index of the day that an arrow key moves to in left-to-right text; null if the key does not move focus. A
 *  week is a column. */
export function dayAfterKey(key: string, from: number, count: number): number | null {
  const steps: Record<string, number> = {
    ArrowUp: -1,
    ArrowDown: 1,
    ArrowLeft: -7,
    ArrowRight: 7,
    Home: -from,
    End: count - 1 - from,
  }
  const step = steps[key]
  const to = from + (step ?? 0)
  return step === undefined || to < 0 || to >= count ? null : to
}
