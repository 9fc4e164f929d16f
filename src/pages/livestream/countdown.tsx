import { countdownText, useSecondsUntil } from './seconds-until.ts'

/** A countdown to a time. The server renders the time itself, which is the same for everyone. */
export function Countdown({ iso }: { iso: string }) {
  const seconds = useSecondsUntil(iso)
  return (
    <time className="stage-countdown" dateTime={iso} role="timer">
      {seconds === null ? everywhere.format(new Date(iso)) : countdownText(seconds)}
    </time>
  )
}

const everywhere = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A time in the reader's time zone and language. */
export function LocalMoment({ iso }: { iso: string }) {
  const seconds = useSecondsUntil(iso)
  const text = seconds === null ? 'UTC' : here.format(new Date(iso))
  return <span className="stage-moment">{text}</span>
}

const here = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
