import { t } from '#messages/messages.ts'
import type { Method } from './endpoint.contract.ts'
import { AppError } from './errors.ts'
import type { Call } from './http.ts'
import { defaultWriteLimits, type Limit } from './limits.contract.ts'
import { networkOf } from './networks.ts'

/** Returns a call's limits: its own, or the default limits for writes. */
export const limitsOf = ({
  method,
  limits,
}: {
  method: Method
  limits?: readonly Limit[] | undefined
}): readonly Limit[] => limits ?? (method === 'GET' ? [] : defaultWriteLimits)

/** Returns the error for a call that exceeds its limit. */
export const tooMany = (waitSeconds: number): AppError =>
  new AppError('rate_limited', t('Too many requests. Try again in {wait}.', { wait: waitText(waitSeconds) }), {
    retryAfterSeconds: waitSeconds,
  })

/** Counts a call from the caller's network toward the limits, for handlers that answer a rejected form with a page.
 *  @throws AppError rate_limited */
export async function enforceLimits(
  { consume, ip }: Pick<Call<unknown>, 'consume' | 'ip'>,
  limits: readonly Limit[],
): Promise<void> {
  for (const limit of limits) {
    const waitSeconds = await consume(limit, networkOf(ip))
    if (waitSeconds !== null) throw tooMany(waitSeconds)
  }
}

/** Formats a waiting time for messages: '40 seconds', '57 minutes', '5 hours'. */
export function waitText(seconds: number): string {
  if (seconds <= 60) return t('{seconds, plural, one {# second} other {# seconds}}', { seconds })
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 120) return t('{minutes, plural, one {# minute} other {# minutes}}', { minutes })
  return t('{hours, plural, one {# hour} other {# hours}}', { hours: Math.ceil(seconds / 3600) })
}
