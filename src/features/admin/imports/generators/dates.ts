import { timeOf } from '../front-matter.ts'
import { unique } from './paths.ts'

/** When a post was written, according to the source. */
export interface WrittenDate {
  at: Date | null
  /** Dates that its address may contain, such as `2019-05-04`, most likely first. */
  days: string[]
  /** The time of day as written: `18:30:00`. */
  time: string
}

/** Reads a post's date from its front matter, its file name, or its folders. `zone`: the site's time zone, for times
 *  without one. */
export function writtenDate(text: string, path: string, zone: string | null): WrittenDate {
  const inPath = dayIn(path)
  const at = inZone(text, zone) ?? timeOf(inPath)
  const [, written = '', time = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ]+(\d\d?:\d\d(?::\d\d)?))?/.exec(text) ?? []
  const zoned = at && zone && hasZone.test(text) ? dayInZone(at, zone) : ''
  const days = [written, zoned, at && hasZone.test(text) ? at.toISOString().slice(0, 10) : '', inPath].filter(
    (day) => timeOf(day) !== null,
  )
  if (days.length === 0 && at) days.push(at.toISOString().slice(0, 10))
  return { at, days: unique(days), time: time.length < 8 ? `${time.padStart(5, '0')}:00` : time }
}

/** Returns the date in a file name or its parent folders: `2019-05-04-title.md`, `2019/05/04/title.md`, and
 *  `2019/05/title.md` as the first of the month. */
export function dayIn(path: string): string {
  const [, year, month, day] = /(?:^|[/_])(\d{4})[-/_]?(\d\d)[-/_]?(\d\d)(?=[-/_. ]|$)/.exec(path) ?? []
  if (year !== undefined && timeOf(`${year}-${month}-${day}`)) return `${year}-${month}-${day}`
  const [, ofMonth, inMonth] = /(?:^|\/)((?:19|20)\d\d)[-/](0[1-9]|1[0-2])[-/]/.exec(path) ?? []
  if (ofMonth !== undefined) return `${ofMonth}-${inMonth}-01`
  const [, ofYear] = /(?:^|\/)((?:19|20)\d\d)\//.exec(path) ?? []
  return ofYear === undefined ? '' : `${ofYear}-01-01`
}

/** Reports whether the day returned by {@link dayIn} is exact. */
export const hasWholeDay = (path: string): boolean => /(?:^|[/_])\d{4}[-/_]?\d\d[-/_]?\d\d(?=[-/_. ]|$)/.test(path)

const hasZone = /(?:Z|[+-]\d\d:?\d\d|GMT|UTC|[ECMP][SD]T)$/i

function inZone(text: string, zone: string | null): Date | null {
  const at = timeOf(text)
  if (!at || !zone || hasZone.test(text) || !/\d:\d\d/.test(text)) return at
  return new Date(at.getTime() - offsetMs(at, zone))
}

const formats = new Map<string, Intl.DateTimeFormat | null>()

function formatOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = createFormat(zone)
  formats.set(zone, format)
  return format
}

function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  } catch {
    return null // not a time zone
  }
}

const offsetMs = (at: Date, zone: string): number => {
  const local = formatOf(zone)?.format(at)
  return local === undefined ? 0 : Date.parse(`${local.replace(' ', 'T')}Z`) - at.getTime()
}

/** Returns the times that Hexo may have used for a post if it ran on a server in UTC: it subtracts the time zone's offset
 *  once more, even from times that have their own time zone. */
export const serverTimes = (at: Date, zone: string | null): Date[] =>
  zone === null ? [at] : [at, new Date(at.getTime() - offsetMs(at, zone))]

const dayInZone = (at: Date, zone: string): string => formatOf(zone)?.format(at).slice(0, 10) ?? ''

const monthNames = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october']
  .concat(['november', 'december'])
  .map((name) => name[0]!.toUpperCase() + name.slice(1))
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Returns the date tokens for permalink patterns: `year`, `month`, `i_month`, `y_day`… @param day `2019-05-04` */
export function dateTokens(day: string, time: string): Record<string, string> {
  const at = new Date(`${day}T00:00:00Z`)
  const [year = '', month = '', dayOfMonth = ''] = day.split('-')
  const [hour = '', minute = '', second = ''] = time.split(':')
  const dayOfYear = Math.round((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / 86_400_000) + 1
  const longMonth = monthNames[Number(month) - 1] ?? ''
  const longDay = dayNames[at.getUTCDay()] ?? ''
  const week = isoWeek(at)
  const dates = { year, month, day: dayOfMonth, hour, minute, second, monthname: longMonth, weekdayname: longDay }
  return {
    ...dates,
    i_month: String(Number(month)),
    i_day: String(Number(dayOfMonth)),
    short_year: year.slice(2),
    short_month: longMonth.slice(0, 3),
    long_month: longMonth,
    short_day: longDay.slice(0, 3),
    long_day: longDay,
    w_year: String(week.year),
    week: String(week.week).padStart(2, '0'),
    w_day: String(at.getUTCDay() || 7),
    y_day: String(dayOfYear).padStart(3, '0'),
    yearday: String(dayOfYear),
    weekday: String(at.getUTCDay()),
  }
}

function isoWeek(at: Date): { year: number; week: number } {
  const thursday = new Date(at.getTime() + (4 - (at.getUTCDay() || 7)) * 86_400_000)
  const year = thursday.getUTCFullYear()
  return { year, week: Math.ceil(((thursday.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7) }
}
