import { useSyncExternalStore } from 'react'
import { t } from '#messages/messages.ts'

/** Returns the number of whole seconds until a time; null on the server, whose clock may differ from the reader's. */
export const useSecondsUntil = (iso: string): number | null =>
  useSyncExternalStore(
    onSecond,
    () => Math.max(0, Math.ceil((Date.parse(iso) - Date.now()) / 1000)),
    () => null,
  )

export function onSecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1000)
  return () => clearInterval(timer)
}

const daySeconds = 86_400

/** Formats seconds: `2 days 03:04:05`, `03:04:05`. */
export function countdownText(seconds: number): string {
  const days = Math.floor(seconds / daySeconds)
  const rest = seconds % daySeconds
  const clock = [rest / 3600, (rest / 60) % 60, rest % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
  if (days === 0) return clock
  return t('{days, plural, one {# day} other {# days}} {clock}', { days, clock })
}
