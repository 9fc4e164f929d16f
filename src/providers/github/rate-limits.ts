import type { Clock } from '#kernel/clock.ts'

/** GitHub limits its two APIs separately. */
export type Allowance = 'core' | 'graphql'
type Headers = Record<string, string | number | undefined>

const maxWaitMs = 60 * 60 * 1000
/** The wait that GitHub recommends when its response does not specify one. */
const defaultMs = 60_000

export interface RateLimits {
  /** Returns the time until which requests must wait; null if no wait is needed. */
  until(allowance: Allowance): Date | null
  /** Records the rate limit in a response's headers. */
  note(allowance: Allowance, headers: Headers): void
  /** Records that a request was rejected because of a limit. @returns when to try again */
  refused(allowance: Allowance, headers: Headers): Date
}

/** Tracks the exhausted rate limits of one token, for at most an hour, because GitHub's limits are hourly. Source:
 *  GitHub, "Rate limits for the REST API". */
export function createRateLimits(clock: Clock): RateLimits {
  const spent: Partial<Record<Allowance | 'all', number>> = {}

  function spend(allowance: Allowance | 'all', until: number): void {
    spent[allowance] = Math.min(until, clock.now() + maxWaitMs)
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

/** Returns when the exhausted limit resets, in milliseconds; null if the limit is not exhausted. */
function resetOf(headers: Headers): number | null {
  if (String(headers['x-ratelimit-remaining']) !== '0') return null
  return secondsOf(headers, 'x-ratelimit-reset')
}

/** Reads a header given in whole seconds. @returns milliseconds */
export function secondsOf(headers: Headers, name: string): number | null {
  const text = String(headers[name] ?? '')
  return /^\d{1,12}$/.test(text) ? Number(text) * 1000 : null
}
