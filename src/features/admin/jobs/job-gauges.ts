import type { Context } from '#kernel/http.ts'
import type { SiteGauge } from '#kernel/metrics.ts'
import { countJobs, longestWaitSeconds } from './jobs.store.ts'

/** Returns the number of jobs by task and state, and how long jobs have been waiting. */
export async function jobGauges({ db }: Pick<Context, 'db'>): Promise<SiteGauge[]> {
  const tasks = await countJobs(db)
  const longestWait = await longestWaitSeconds(db)
  return [
    {
      name: 'jobs',
      help: 'Jobs by task and state: waiting, retrying, running, or failed',
      labels: ['task', 'state'],
      values: tasks.flatMap(({ task, counts }) =>
        Object.entries(counts).map(([state, value]) => ({ labels: { task, state }, value })),
      ),
    },
    {
      name: 'jobs_longest_wait_seconds',
      help: 'How long the longest-waiting job has been overdue',
      values: [{ value: longestWait }],
    },
  ]
}
