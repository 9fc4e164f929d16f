import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { on } from '#kernel/event.ts'
import type { Context } from '#kernel/http.ts'
import { job, perform } from '#kernel/job.ts'
import { consume } from '#kernel/rate-limits.store.ts'
import { recordTexts } from '#kernel/trace.ts'
import { profileUpdated } from '#features/people/profiles/profiles.events.ts'
import type { GithubFailure, GithubRepositoryFacts } from '#providers/github/github.ts'
import {
  adoptEarlierNames,
  type DueAccount,
  findCurrentAccount,
  findLimit,
  lockAccount,
  saveFailure,
  saveName,
  saveSync,
  type SyncResult,
  sweepAccounts,
  claimDueAccounts,
} from './github-accounts.store.ts'
import { sweepDeliveries } from './github-deliveries.store.ts'
import { saveCalendar } from './github-events.store.ts'
import type { GithubRepository } from './github.contract.ts'
import { saveListedEvents } from './save-events.ts'
import { type FetchedAccount, fetchAccount } from './fetch-account.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'github'>

/** Number of accounts synced concurrently. */
const queues = 4
const syncAccount = job('github.sync', {
  summary: () => t('Sync a member’s GitHub account'),
  payload: z.object({ memberId: z.int() }),
  key: ({ memberId }) => String(memberId),
  queue: ({ memberId }) => `github-${memberId % queues}`,
  callsOut: true,
})
const selectDue = job('github.sweep', {
  summary: () => t('Find GitHub accounts to sync'),
  schedule: '*/5 * * * *',
  callsOut: true,
})
const sweep = job('github.forget-deliveries', {
  summary: () => t('Delete old GitHub webhook deliveries and disconnected accounts'),
  schedule: '52 3 * * *',
  callsOut: true,
})
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Interval between two runs. Syncs are spread over it. */
const sweepMs = 5 * minuteMs
const accountsPerSweep = 1000
/** GitHub returns events from this many past days. */
const coveredDays = 30
const longestWaitMs = 30 * dayMs

/** Syncs members' accounts: once an hour, and as soon as one is connected. */
export const githubWorkers = [
  perform(syncAccount, async (ctx, { memberId }) => {
    const account = await findCurrentAccount(ctx.db, memberId)
    if (account) await syncGithub(ctx, account)
  }),
  perform(selectDue, async (ctx) => {
    if (ctx.siteSettings.isOn('github')) await enqueueDue(ctx)
  }),
  perform(sweep, async ({ db, clock }) => {
    await sweepDeliveries(db, clock.now())
    await sweepAccounts(db)
  }),
]

/** Maximum number of accounts synced immediately after a member connects them. Further accounts wait for their next
 *  scheduled sync. */
const namedAccounts = { name: 'github accounts entered', max: 10, perSeconds: 3600 }

export const githubSubscriptions = [
  on(profileUpdated, async ({ db, clock }, { memberId, githubUsername }) => {
    const isWithinLimit = async () => (await consume(db, namedAccounts, String(memberId), clock.now())) === null
    if (githubUsername && (await isWithinLimit())) await syncAccount.enqueue(db, { memberId })
  }),
]

async function enqueueDue({ db, clock }: Parts): Promise<void> {
  const nowMs = clock.now()
  if (await findLimit(db, new Date(nowMs))) return
  await inTransaction(db, async (db) => {
    const due = await claimDueAccounts(db, new Date(nowMs), new Date(nowMs + hourMs), accountsPerSweep)
    for (const memberId of due)
      await syncAccount.enqueue(db, { memberId }, { runAt: new Date(nowMs + Math.random() * sweepMs) })
  })
}

/** Fetches the account and saves new data. @returns the number of new activities, or the failure, with its
 *  message recorded (see `recordTexts`) */
export async function syncGithub(
  parts: Parts,
  account: DueAccount,
): Promise<{ ok: true; count: number } | GithubFailure> {
  const { db, clock } = parts
  const now = new Date(clock.now())
  const limit = await findLimit(db, now)
  if (limit) return { ok: false, code: 'limit', ...limit }
  if (account.notBefore && account.notBefore > now) return { ok: true, count: 0 }
  const fetched = await recordTexts(() => fetchAccount(parts, account, now))
  if (!fetched.ok) {
    await saveFailure(db, account.id, fetched, dueAfter(fetched, account, now))
    return fetched
  }
  const count = await inTransaction(db, async (db) => {
    if (!(await lockAccount(db, account.id))) return 0
    const added = await saveListedEvents(db, account.id, fetched.events ?? [])
    await saveSync(db, account.id, syncResultOf(fetched, account, now))
    if (fetched.calendar)
      await saveCalendar(
        db,
        account.id,
        fetched.calendar.filter(({ date }) => date < dayOf(now.getTime())),
      )
    if (fetched.failure) await saveFailure(db, account.id, fetched.failure, dueAfter(fetched.failure, account, now))
    if (fetched.account) {
      await saveName(db, account.id, fetched.account, now)
      await adoptEarlierNames(db, account.id)
    }
    return added
  })
  return { ok: true, count }
}

const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10)
/** Adds jitter, so that accounts are not all due at the same time. */
const about = (ms: number) => ms * (0.9 + Math.random() / 5)

function syncResultOf(
  { events, repositories, calendar, ...fetched }: FetchedAccount,
  account: DueAccount,
  now: Date,
): SyncResult {
  const oldest = events?.at(-1)?.createdAt.getTime() ?? now.getTime()
  return {
    now,
    dueAt: new Date(now.getTime() + (fetched.isCut ? 2 * minuteMs : about(hourMs))),
    eventsEtag: events ? fetched.eventsEtag : account.eventsEtag,
    notBefore: fetched.notBefore,
    coveredSince: events && dayOf(fetched.isWhole ? now.getTime() - (coveredDays - 1) * dayMs : oldest),
    repositories: repositories && { list: repositories.value?.map(repositoryOf) ?? null, etag: repositories.etag },
    isCalendarNew: calendar !== undefined,
  }
}

/** Removes characters that PostgreSQL cannot store. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

const repositoryOf = ({ updatedAt, ...facts }: GithubRepositoryFacts): GithubRepository => ({
  name: facts.name,
  fullName: facts.fullName,
  description: facts.description && storable(facts.description),
  language: facts.language && storable(facts.language),
  stars: facts.stars,
  forks: facts.forks,
  htmlUrl: facts.htmlUrl,
  updatedAt: updatedAt.toISOString(),
  isFork: facts.isFork,
  isArchived: facts.isArchived,
})

/** Retries accounts that do not exist at increasing intervals, up to a month. */
function dueAfter({ code, retryAt }: GithubFailure, { failures }: DueAccount, now: Date): Date {
  const isTheirs = code === 'not_found' || code === 'renamed' || code === 'blocked'
  const waitMs = isTheirs ? Math.min(hourMs * 2 ** Math.min(failures, 20), longestWaitMs) : hourMs
  return new Date(Math.max(now.getTime() + about(waitMs), retryAt ? retryAt.getTime() + Math.random() * hourMs : 0))
}
