import { useSite } from '#features/discovery/site/site.hooks.ts'
import { formatTime } from '#schemas/time-zones.contract.ts'
import { countdownText, useSecondsUntil } from './seconds-until.ts'

/** A countdown to a time. The server renders the time itself in the site's time zone, which is the same for everyone. */
export function Countdown({ iso }: { iso: string }) {
  const seconds = useSecondsUntil(iso)
  const { timeZone = 'UTC' } = useSite()
  return (
    <time className="stage-countdown" dateTime={iso} role="timer">
      {seconds === null
        ? formatTime(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' }, timeZone)
        : countdownText(seconds)}
    </time>
  )
}

/** A time in the reader's time zone. The server renders it in the site's time zone, which is the same for everyone. */
export function StartTime({ iso }: { iso: string }) {
  const isInBrowser = useSecondsUntil(iso) !== null
  const { timeZone = 'UTC' } = useSite()
  return <time dateTime={iso}>{formatTime(new Date(iso), moment, isInBrowser ? undefined : timeZone)}</time>
}

/** A time in the reader's time zone. The server renders the name of the site's time zone. */
export function ReaderStartTime({ iso }: { iso: string }) {
  const seconds = useSecondsUntil(iso)
  const { timeZone = 'UTC' } = useSite()
  const text = seconds === null ? timeZone.replaceAll('_', ' ') : formatTime(new Date(iso), moment)
  return <span className="stage-moment">{text}</span>
}

const moment = {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
