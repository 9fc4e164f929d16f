import './time.css'
import { createContext, use, useSyncExternalStore } from 'react'
import { locale, t } from '#messages/messages.ts'
import { elapsed, type TimeStyle, timeText } from './time-text.ts'

type DateFormat = (at: Date, dateStyle: 'medium' | 'long') => string

/** Formats a date in the site's time zone, as the server does. */
export const SiteDateFormat = createContext<DateFormat>((at, dateStyle) =>
  at.toLocaleDateString(locale(), { dateStyle, timeZone: 'UTC' }),
)

interface TimeProps {
  /** ISO 8601. If it is missing, 'Recently' is shown. */
  iso: string | null | undefined
  as?: TimeStyle
  className?: string
}

/** A point in time. The server renders a date in the site's time zone, which is the same for everyone. Before the first
 *  paint, app/inline/body.ts replaces it with a relative time, or the date or time in the reader's time zone. */
export function Time({ iso, as = 'relative', className }: TimeProps) {
  const formatSiteDate = use(SiteDateFormat)
  const text = useSyncExternalStore(
    onMinute,
    () => here(iso, as),
    () => dateText(iso, as, formatSiteDate),
  )
  if (!iso) return <span className={className}>{text}</span>
  return (
    <time className={className} dateTime={iso} data-as={as} suppressHydrationWarning>
      {text}
    </time>
  )
}

const dateText = (iso: string | null | undefined, as: TimeStyle, format: DateFormat): string =>
  iso ? format(new Date(iso), as === 'long' ? 'long' : 'medium') : t('Recently')

const here = (iso: string | null | undefined, as: TimeStyle): string =>
  iso ? (timeText(iso, as, locale()) ?? t('seconds ago')) : t('Recently')

/** Returns '3 hours ago', or 'seconds ago' under a minute and for times in the future (clock skew). */
export const timeAgo = (iso: string, nowMs: number): string => elapsed(iso, nowMs, locale()) ?? t('seconds ago')

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
