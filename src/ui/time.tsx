import './time.css'
import { createContext, use, useSyncExternalStore } from 'react'
import { locale, t } from '#messages/messages.ts'

type DateFormat = (at: Date, dateStyle: 'medium' | 'long') => string

/** Formats a date in the site's time zone, as the server does. */
export const SiteDateFormat = createContext<DateFormat>((at, dateStyle) =>
  at.toLocaleDateString(locale(), { dateStyle, timeZone: 'UTC' }),
)

interface TimeProps {
  /** ISO 8601. If it is missing, 'Recently' is shown. */
  iso: string | null | undefined
  /** `relative`: 'x ago'. `date`: Jan 4, 2026. `long`: January 4, 2026. `exact`: date and time. */
  as?: 'relative' | 'date' | 'long' | 'exact'
  className?: string
}

/** A point in time. The server renders a date in the site's time zone, which is the same for everyone; the browser then
 *  shows a relative time, or the date or time in the reader's time zone. */
export function Time({ iso, as = 'relative', className }: TimeProps) {
  const formatSiteDate = use(SiteDateFormat)
  const text = useSyncExternalStore(
    onMinute,
    () => here(iso, as),
    () => dateText(iso, as, formatSiteDate),
  )
  if (!iso) return <span className={className}>{text}</span>
  return (
    <time className={className} dateTime={iso} data-as={as}>
      {text}
    </time>
  )
}

const dateText = (iso: string | null | undefined, as: TimeProps['as'], format: DateFormat): string =>
  iso ? format(new Date(iso), as === 'long' ? 'long' : 'medium') : t('Recently')

const readersFormats = {
  medium: new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }),
  long: new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }),
}
const formatReadersDate: DateFormat = (at, dateStyle) => readersFormats[dateStyle].format(at)

/** Uses the reader's variant of the page's language, such as British English, which has a 24-hour clock. */
function exactFormat(): Intl.DateTimeFormat {
  const variant = navigator.languages.find((language) => language.startsWith(locale()))
  return new Intl.DateTimeFormat(variant ?? locale(), { dateStyle: 'medium', timeStyle: 'short' })
}

function here(iso: string | null | undefined, as: TimeProps['as']): string {
  if (iso && as === 'relative') return timeAgo(iso, Date.now())
  if (iso && as === 'exact') return exactFormat().format(new Date(iso))
  return dateText(iso, as, formatReadersDate)
}

const units = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const relative = new Intl.RelativeTimeFormat(locale())

/** Returns '3 hours ago', or 'seconds ago' under a minute and for times in the future (clock skew). */
export function timeAgo(iso: string, nowMs: number): string {
  const passedMs = nowMs - Date.parse(iso)
  const found = units.find(([, unitMs]) => passedMs >= unitMs)
  return found ? relative.format(-Math.floor(passedMs / found[1]), found[0]) : t('seconds ago')
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls all listeners once a minute, with one timer for the page. */
function onMinute(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((listener) => listener()), 60_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
