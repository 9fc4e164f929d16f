import { onTestFinished } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import { profileRoutes } from '#features/people/profiles/profiles.routes.ts'
import { octokitGithub } from '#providers/github/octokit.ts'
import { cast } from '#tests/support/cast.ts'
import { recorded } from '#tests/support/github-samples.ts'
import { startGithubServer } from '#tests/support/github-server.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { findCurrentAccount } from '#features/work/github/github-accounts.store.ts'
import { githubSyncRoutes } from '#features/work/github/github-sync.routes.ts'
import { githubWorkers, syncGithub } from '#features/work/github/github-sync.ts'
import { GithubActivityList } from '#features/work/github/activities.contract.ts'
import {
  getGithubContributions,
  getGithubStatus,
  GithubContributions,
  type GithubStatus,
  listGithubActivities,
} from '#features/work/github/github.contract.ts'
import { githubRoutes } from '#features/work/github/github.routes.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
const site = { name: 'Our Site', ownerUsername: null, canSendEmail: true }

export interface Refusal {
  message: string
}

/** Additional pushes, newest first. */
export function morePushes(count: number, newest: string) {
  const pushes = recorded.pushes('octocat', count, new Date(newest))
  for (const [at, push] of pushes.entries()) push.id = String(70_000_000_000 - at)
  return pushes
}

/** An identity provider without email addresses. */
const identity = { identify: async () => null } as Pick<Context['identity'], 'identify'> as Context['identity']

/** Alice, who is octocat on a local GitHub. */
export async function withGithub({ hasToken = false, timeoutMs = patienceMs } = {}) {
  const server = await startGithubServer()
  onTestFinished(server.close)
  let nowMs = Date.parse('2026-11-22T12:00:00Z')
  const clock = { now: () => nowMs }
  server.limit.resetAt = new Date(nowMs + 30 * minuteMs)
  const quiet = { warn: () => {} } as never
  const options = { apiUrl: server.url, token: hasToken ? server.token : null, userAgent: 'test', clock, log: quiet }
  const github = octokitGithub({ ...options, timeoutMs })
  const routes = [...githubRoutes, ...githubSyncRoutes, ...profileRoutes]
  const t = await cast(routes, { site, clock, github, identity })
  await run(t.db)`update members set github_username = 'octocat' where username = 'alice'`
  server.data.users.push({ id: 1, login: 'octocat' })
  server.data.events['octocat'] = []
  const tasks = tasksOf(githubWorkers, t.ctx)

  const account = async () => (await findCurrentAccount(t.db, t.members.alice.id))!
  /** @returns new activities, and the calls to GitHub */
  async function sync() {
    const before = server.received.length
    const outcome = await syncGithub(t.ctx, await account())
    return {
      outcome,
      asked: server.received.slice(before).map(({ line }) => line.split('?')[0]!.replace('GET /users/octocat', '')),
    }
  }
  const wait = (ms: number) => void (nowMs += ms)
  const later = (ms = hourMs) => {
    wait(ms)
    return sync()
  }
  const activities = async () =>
    GithubActivityList.parse((await t.alice('GET', `${listGithubActivities.path}?limit=100`)).body)
  const contributions = async () => GithubContributions.parse((await t.alice('GET', getGithubContributions.path)).body)
  const status = async () => (await t.alice<GithubStatus>('GET', getGithubStatus.path)).body
  const waiting = () => many<{ payload: { memberId: number } }>(t.db)`
    select payload::jsonb - '_requestId' as payload from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier = 'github.sync' order by run_at`
  const dueInMs = async () => {
    const row = await one<{ due: Date }>(t.db)`select due_at as due from github_accounts where is_current`
    return row!.due.getTime() - nowMs
  }
  return {
    ...t,
    server,
    data: server.data,
    clock,
    tasks,
    account,
    sync,
    later,
    wait,
    activities,
    contributions,
    status,
    waiting,
    dueInMs,
  }
}
