import type { Clock } from '#kernel/clock.ts'

/** GitHub counts the two apart. */
export type Allowance = 'core' | 'graphql'
type Headers = Record<string, string | number | undefined>

const longestMs = 60 * 60 * 1000
/** What GitHub asks for where it names no time. */
const defaultMs = 60_000

export interface SpentLimits {
  /** Until when nothing may be asked; null when it may. */
  until(allowance: Allowance): Date | null
  /** Takes note of what an answer says about the limit. */
  note(allowance: Allowance, headers: Headers): void
  /** Takes note that an answer was refused for a limit. @returns when it can be tried again */
  refused(allowance: Allowance, headers: Headers): Date
}

/** The limits of one token that are spent. An hour at most: GitHub counts by the hour. Source: GitHub, "Rate limits for the
 *  REST API". */
export function spentLimits(clock: Clock): SpentLimits {
  const spent: Partial<Record<Allowance | 'all', number>> = {}

  function spend(allowance: Allowance | 'all', until: number): void {
    spent[allowance] = Math.min(until, clock.now() + longestMs)
  }
  function note(allowance: Allowance, headers: Headers): void {
    const reset = resetOf(headers)
    if (reset !== null && reset > clock.now()) spend(allowance, reset)
  }
  return {
    note,
    until(allowance) {
      const until = Math.max(spent[allowance] ?? 0, spent.all ?? 0)
      return until > clock.now() ? new Date(until) : null
    },
    refused(allowance, headers) {
      const reset = resetOf(headers)
      if (reset === null) spend('all', clock.now() + (secondsOf(headers, 'retry-after') ?? defaultMs))
      else spend(allowance, Math.max(reset, clock.now() + 1000))
      return new Date(Math.max(spent[allowance] ?? 0, spent.all ?? 0))
    },
  }
}

/** Null while something is left. */
function resetOf(headers: Headers): number | null {
  if (String(headers['x-ratelimit-remaining']) !== '0') return null
  return secondsOf(headers, 'x-ratelimit-reset')
}

/** A header of whole seconds, in milliseconds. */
export function secondsOf(headers: Headers, name: string): number | null {
  const text = String(headers[name] ?? '')
  return /^\d{1,12}$/.test(text) ? Number(text) * 1000 : null
}
