import { AppError } from './errors.ts'

/** The refusal of a call past its limit. */
export const tooMany = (waitSeconds: number): AppError =>
  new AppError('rate_limited', `That was a lot at once. Please try again in ${waitText(waitSeconds)}.`, {
    retryAfterSeconds: waitSeconds,
  })

/** Formats a wait for messages: '40 seconds', '57 minutes', '5 hours'. */
export function waitText(seconds: number): string {
  if (seconds <= 60) return counted(seconds, 'second')
  return seconds <= 2 * 3600 ? counted(Math.ceil(seconds / 60), 'minute') : counted(Math.ceil(seconds / 3600), 'hour')
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
