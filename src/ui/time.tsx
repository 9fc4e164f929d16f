import './time.css'
import { useSyncExternalStore } from 'react'

interface TimeProps {
  /** ISO 8601. If it is missing, 'Recently' is shown. */
  iso: string | null | undefined
  /** `relative`: 'x ago'. `date`: Jan 4, 2026. `long`: January 4, 2026. `exact`: date and time in the reader's time
   *  zone. */
  as?: 'relative' | 'date' | 'long' | 'exact'
  className?: string
}

/** A point in time. The server renders a date that is the same for everyone; the browser then converts it to a relative
 *  or local time. */
export function Time({ iso, as = 'relative', className }: TimeProps) {
  const text = useSyncExternalStore(
    onMinute,
    () => here(iso, as),
    () => everywhere(iso, as),
  )
  if (!iso) return <span className={className}>{text}</span>
  return (
    <time className={className} dateTime={iso} data-as={as}>
      {text}
    </time>
  )
}

const inUtc = (dateStyle: 'medium' | 'long') => new Intl.DateTimeFormat('en-US', { dateStyle, timeZone: 'UTC' })
const medium = inUtc('medium')
const long = inUtc('long')

const everywhere = (iso: string | null | undefined, as: TimeProps['as']): string =>
  iso ? (as === 'long' ? long : medium).format(new Date(iso)) : 'Recently'

function here(iso: string | null | undefined, as: TimeProps['as']): string {
  if (iso && as === 'relative') return timeAgo(iso, Date.now())
  if (iso && as === 'exact') return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return everywhere(iso, as)
}

const units = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const relative = new Intl.RelativeTimeFormat('en')

/** Returns '3 hours ago', or 'seconds ago' under a minute and for times in the future (clock skew). */
export function timeAgo(iso: string, nowMs: number): string {
  const passedMs = nowMs - Date.parse(iso)
  const found = units.find(([, unitMs]) => passedMs >= unitMs)
  return found ? relative.format(-Math.floor(passedMs / found[1]), found[0]) : 'seconds ago'
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
