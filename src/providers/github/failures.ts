import type { GithubFailureCode } from './github.contract.ts'
import type { GithubFailure } from './github.ts'
import { t } from '#messages/messages.ts'

const failure = (code: GithubFailureCode, message: string, retryAt: Date | null = null): GithubFailure => ({
  ok: false,
  code,
  message,
  retryAt,
})

export const notFound = (message: string): GithubFailure => failure('not_found', message)
export const renamed = (from: string, to: string): GithubFailure =>
  failure('renamed', t('The GitHub account {from} is now named {to}. Change the name in the settings.', { from, to }))
export const limitSpent = (retryAt: Date): GithubFailure =>
  failure(
    'limit',
    t('GitHub’s rate limit has been reached. Try again at {time} UTC.', { time: hourOf(retryAt) }),
    retryAt,
  )
export const blocked = (): GithubFailure =>
  failure('blocked', t('GitHub has blocked access to this for legal reasons.'))
export const tokenRefused = (): GithubFailure =>
  failure('bad_token', t('GitHub rejects this site’s token. The operator must set a new one.'))
export const tokenTooWeak = (): GithubFailure =>
  failure('bad_token', t('This site’s GitHub token does not allow this. The operator must set another one.'))
export const tokenMissing = (): GithubFailure =>
  failure('unavailable', t('GitHub requires a token for this, and this site has none.'))
export const accessDenied = (): GithubFailure =>
  failure('unavailable', t('GitHub does not allow this site to read this.'))
export const outage = (): GithubFailure =>
  failure('unavailable', t('GitHub is temporarily unavailable. Try again later.'))
export const timedOut = (): GithubFailure => failure('unavailable', t('GitHub is not responding. Try again later.'))
export const malformed = (): GithubFailure =>
  failure('unavailable', t('GitHub sent an invalid response. Try again later.'))

/** Formats a time as `14:05`, rounded up to the minute. */
const hourOf = (time: Date): string => new Date(Math.ceil(time.getTime() / 60_000) * 60_000).toISOString().slice(11, 16)
