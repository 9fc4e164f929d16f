import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import { accountReader } from './accounts.ts'
import { createAsker } from './asker.ts'
import type { Github } from './github.ts'
import { repositoryReader } from './repositories.ts'
import { sponsorshipReader } from './sponsorships.ts'

export interface OctokitOptions {
  /** Without a slash at its end. */
  apiUrl: string
  token: string | null
  userAgent: string
  clock: Clock
  log: Log
  /** For one question; 9 seconds by default. */
  timeoutMs?: number
}

/** GitHub through its own client, which is loaded when the first question is asked. */
export function octokitGithub({ timeoutMs = 9000, ...options }: OctokitOptions): Github {
  const asker = createAsker({ ...options, timeoutMs })
  const hasToken = options.token !== null
  return {
    hasToken,
    ...accountReader(asker),
    ...repositoryReader(asker, hasToken),
    ...sponsorshipReader(asker),
  }
}
