import { t } from '#messages/messages.ts'
/** `1:02:03`, `2:03`, `0:03`. */
export function clockText(seconds: number): string {
  const [hours, minutes, rest] = partsOf(seconds)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

const two = (number: number): string => String(number).padStart(2, '0')

/** `1 hour 2 minutes 3 seconds`, for screen readers. */
export function spokenTime(seconds: number): string {
  const [hours, minutes, rest] = partsOf(seconds)
  const words = [
    hours > 0 && t('{hours, plural, one {# hour} other {# hours}}', { hours }),
    minutes > 0 && t('{minutes, plural, one {# minute} other {# minutes}}', { minutes }),
    rest > 0 && t('{seconds, plural, one {# second} other {# seconds}}', { seconds: rest }),
  ]
  return words.filter(Boolean).join(' ') || t('0 seconds')
}

/** Source: ISO 8601, durations */
export const isoDuration = (seconds: number): string => `PT${Math.max(1, Math.floor(seconds))}S`

/** Returns the start position in a shared link, such as `?t=90`, in seconds. */
export const startIn = (search: string): number => {
  const text = new URLSearchParams(search).get('t') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : 0
}

function partsOf(seconds: number): [hours: number, minutes: number, seconds: number] {
  const whole = Math.max(0, Math.floor(seconds))
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
}
