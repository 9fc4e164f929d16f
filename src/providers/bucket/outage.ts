import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import type { Clock } from '#kernel/clock.ts'

const failuresBeforePause = 3
const pauseMs = 10_000

export const bucketUnavailable = (cause: unknown, retryAfterSeconds = 5) =>
  new AppError('not_ready', t('This site’s file storage is unavailable. Try again in a moment.'), {
    retryAfterSeconds,
    cause,
  })

/** A circuit breaker: after several failures in a row, rejects all calls for a few seconds instead of letting each of
 *  them wait. Then lets one call through; the others follow if it succeeds. */
export function createOutageBreaker(clock: Pick<Clock, 'now'>) {
  let failures = 0
  let openUntilMs = 0

  return async function run<T>(work: () => Promise<T>, isOutage: (reason: unknown) => boolean): Promise<T> {
    if (failures >= failuresBeforePause) {
      const waitMs = openUntilMs - clock.now()
      if (waitMs > 0) throw bucketUnavailable(undefined, Math.ceil(waitMs / 1000))
      // Other calls wait for the result of this one.
      openUntilMs = clock.now() + pauseMs
    }
    try {
      const result = await work()
      failures = 0
      return result
    } catch (reason) {
      failures = isOutage(reason) ? failures + 1 : 0
      if (failures >= failuresBeforePause) openUntilMs = clock.now() + pauseMs
      throw reason
    }
  }
}
