import * as z from 'zod/mini'

/** The job that reads a member's account on GitHub. */
export const syncGithubTask = 'github.sync'
export const GithubSync = z.object({ memberId: z.int() })

/** So many are read at a time. */
const lines = 4

/** What `enqueue` takes for it. Asked for several times before it runs it is done once. */
export const githubSyncOf = (memberId: number, runAt?: Date) =>
  [
    syncGithubTask,
    { memberId },
    { key: `${syncGithubTask} ${memberId}`, queue: `github-${memberId % lines}`, ...(runAt && { runAt }) },
  ] as const
