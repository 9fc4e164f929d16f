import { t } from '#messages/messages.ts'
import type { Context } from '#kernel/http.ts'
import type {
  GithubAccount,
  GithubAnswer,
  GithubDay,
  GithubEvent,
  GithubFailure,
  GithubRepositoryFacts,
  GithubValue,
} from '#providers/github/github.ts'
import type { DueAccount } from './github-accounts.store.ts'
import { listKnownIds } from './github-events.store.ts'

type Parts = Pick<Context, 'db' | 'github'>
type Repositories = GithubValue<GithubRepositoryFacts[]>

/** The result of a fetch. Undefined fields were not requested, or the request failed. */
export interface FetchedAccount {
  ok: true
  /** Newest first, including known events. Null if nothing has changed. */
  events: GithubEvent[] | null
  eventsEtag: string | null
  notBefore: Date | null
  /** Whether all of GitHub's events from the last thirty days are included. */
  isWhole: boolean
  repositories: Repositories | undefined
  calendar: GithubDay[] | undefined
  account: GithubAccount | undefined
  /** Why a part could not be fetched. */
  failure: GithubFailure | undefined
  /** Whether the request limit was reached before everything was fetched. */
  isCut: boolean
}

const dayMs = 24 * 60 * 60 * 1000
const calendarMs = 365 * dayMs
const maxRequests = 4
const maxPages = 3
const perPage = 100

const isOlder = (time: Date | null, ms: number, now: Date) => time === null || now.getTime() - time.getTime() >= ms

/** Fetches new data in at most four requests, or in one if nothing is new. Data that changes without an event, such as
 *  stars, is fetched once a day. Whether the username still belongs to the same account is checked once a week. */
export async function fetchAccount(
  parts: Parts,
  account: DueAccount,
  now: Date,
): Promise<FetchedAccount | GithubFailure> {
  const { github } = parts
  const { username, githubId } = account
  const budget = { left: maxRequests, isCut: false }
  const named =
    githubId !== null && isOlder(account.namedAt, 7 * dayMs, now) ? await withinBudget(budget, fetchName) : undefined
  if (isOtherName(named, account)) return renamed(named, account)

  const events = await fetchEvents(parts, account, budget)
  if (!events.ok) {
    const name =
      events.code === 'not_found' && githubId !== null && !named ? await withinBudget(budget, fetchName) : undefined
    return isOtherName(name, account) ? renamed(name, account) : events
  }
  const isNews = events.list !== null
  const repositories =
    isNews || isOlder(account.repositoriesAt, dayMs, now)
      ? await withinBudget(budget, () => github.repositories(username, account.repositoriesEtag))
      : undefined
  const calendar =
    github.hasToken && isOlder(account.calendarAt, dayMs, now)
      ? await withinBudget(budget, () => github.calendar(username, new Date(now.getTime() - calendarMs), now))
      : undefined
  const firstName = githubId === null ? await withinBudget(budget, fetchName) : undefined
  return {
    ok: true,
    events: events.list,
    eventsEtag: events.etag,
    notBefore: events.notBefore,
    isWhole: events.isWhole,
    repositories: repositories?.ok ? repositories : undefined,
    calendar: (calendar?.ok && calendar.value) || undefined,
    account: valueOf(named) ?? valueOf(firstName),
    failure: [repositories, calendar].find((answer) => answer?.ok === false),
    isCut: budget.isCut,
  }

  function fetchName() {
    return github.account(username, null, githubId)
  }
}

interface RequestBudget {
  left: number
  isCut: boolean
}

/** Runs the request unless the budget is exhausted. */
async function withinBudget<T>(budget: RequestBudget, ask: () => Promise<T>): Promise<T | undefined> {
  if (budget.left === 0) {
    budget.isCut = true
    return undefined
  }
  budget.left--
  return ask()
}

const valueOf = <T>(answer: GithubAnswer<T> | undefined): T | undefined =>
  answer?.ok ? (answer.value ?? undefined) : undefined

/** Returns whether the username now belongs to another account or to none. */
const isOtherName = (
  answer: GithubAnswer<GithubAccount> | undefined,
  { githubId }: DueAccount,
): answer is GithubAnswer<GithubAccount> =>
  answer !== undefined &&
  (answer.ok
    ? answer.value !== null && githubId !== null && answer.value.id !== githubId
    : answer.code === 'renamed' || answer.code === 'not_found')

const renamed = (answer: GithubAnswer<GithubAccount>, { username }: DueAccount): GithubFailure =>
  answer.ok
    ? {
        ok: false,
        code: 'renamed',
        message: t('The GitHub username {username} now belongs to someone else. Change it in the settings.', {
          username,
        }),
        retryAt: null,
      }
    : answer

interface Events {
  ok: true
  list: GithubEvent[] | null
  etag: string | null
  notBefore: Date | null
  isWhole: boolean
}

/** Fetches another page only if all events of the previous one were new. Returns all pages or none: storing an ETag
 *  after a partial fetch would hide the rest permanently. */
async function fetchEvents(
  { db, github }: Parts,
  account: DueAccount,
  budget: RequestBudget,
): Promise<Events | GithubFailure> {
  const list: GithubEvent[] = []
  let first: GithubValue<GithubEvent[]> | null = null
  for (let page = 1; page <= maxPages; page++) {
    const answer = await withinBudget(budget, () =>
      github.events(account.username, page, page === 1 ? account.eventsEtag : null),
    )
    if (!answer?.ok) return answer!
    first ??= answer
    if (answer.value === null) break
    list.push(...answer.value)
    const known = await listKnownIds(
      db,
      account.id,
      answer.value.map(({ id }) => id),
    )
    if (!answer.hasNext || known.size > 0 || answer.value.length < perPage) break
  }
  const { value, etag, notBefore } = first!
  return { ok: true, list: value && list, etag, notBefore, isWhole: list.length < maxPages * perPage }
}
