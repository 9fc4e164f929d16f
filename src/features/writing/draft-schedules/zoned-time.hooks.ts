/** Converts a local time in the zone, such as '2026-12-01T09:00', to an instant; null if it is not a valid time. A time
 *  skipped by a clock change is moved forward; for a repeated time, the first occurrence is used. */
export function instantOf(local: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${local}Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local) || Number.isNaN(asUtc)) return null
  // The offsets before and after any clock change near that time.
  const before = asUtc - offsetMs(asUtc - dayMs, timeZone)
  const after = asUtc - offsetMs(asUtc + dayMs, timeZone)
  const matches = [before, after].filter((at) => at + offsetMs(at, timeZone) === asUtc)
  return new Date(matches.length > 0 ? Math.min(...matches) : before)
}

const dayMs = 86_400_000

/** Returns the local time in the zone in the format of a date field: '2026-12-01T09:00'. */
export const localTimeOf = (at: Date, timeZone: string): string =>
  new Date(at.getTime() + offsetMs(at.getTime(), timeZone)).toISOString().slice(0, 16)

/** Returns the zone's offset from UTC at the given time, in milliseconds. */
function offsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return local - Math.floor(at / 1000) * 1000
}

/** Returns the browser's time zone. */
export const localTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
