import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import { accountReader } from './accounts.ts'
import { createRequester } from './requests.ts'
import type { Github } from './github.ts'
import { repositoryReader } from './repositories.ts'
import { sponsorshipReader } from './sponsorships.ts'

export interface OctokitOptions {
  /** Without a trailing slash. */
  apiUrl: string
  token: string | null
  userAgent: string
  clock: Clock
  log: Log
  /** Time limit per request; 9 seconds by default. */
  timeoutMs?: number
}

/** Reads from GitHub through GitHub's own client, which is loaded on the first request. */
export function octokitGithub({ timeoutMs = 9000, ...options }: OctokitOptions): Github {
  const requester = createRequester({ ...options, timeoutMs })
  const hasToken = options.token !== null
  return {
    hasToken,
    ...accountReader(requester),
    ...repositoryReader(requester, hasToken),
    ...sponsorshipReader(requester),
  }
}
