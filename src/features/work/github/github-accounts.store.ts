import { type Db, many, one, run, sql } from '#kernel/db.ts'
import type { GithubRepository } from './github.contract.ts'
import type { GithubFailureCode } from '#providers/github/github.contract.ts'

/** An account to sync, with the state of its last sync. */
export interface DueAccount {
  id: number
  memberId: number
  username: string
  githubId: number | null
  namedAt: Date | null
  eventsEtag: string | null
  repositoriesEtag: string | null
  repositoriesAt: Date | null
  calendarAt: Date | null
  notBefore: Date | null
  /** Consecutive failed syncs. */
  failures: number
}

/** Returns the member's current account; null if they have none or are suspended. */
export const findCurrentAccount = (db: Db, memberId: number) => one<DueAccount>(db)`
  select account.id, member_id as "memberId", account.username, github_id as "githubId", named_at as "namedAt",
    events_etag as "eventsEtag", repositories_etag as "repositoriesEtag", repositories_at as "repositoriesAt",
    calendar_at as "calendarAt", not_before as "notBefore", failures
  from github_accounts account join members on members.id = account.member_id
  where member_id = ${memberId} and is_current`

/** Locks the account until the transaction ends. @returns whether it is still the member's current account */
export const lockAccount = async (db: Db, accountId: number): Promise<boolean> =>
  (await one(db)`select from github_accounts where id = ${accountId} and is_current for update`) !== null

/** Returns GitHub's current rate limit error. The limit applies to the site, not to an account. */
export const findLimit = (db: Db, now: Date) => one<{ message: string; retryAt: Date }>(db)`
  select failure_message as message, retry_at as "retryAt" from github_accounts
  where failure_code = 'limit' and retry_at > ${now} order by retry_at desc limit 1`

/** An account's state after a sync. */
export interface SyncResult {
  now: Date
  dueAt: Date
  eventsEtag: string | null
  notBefore: Date | null
  /** `2026-11-22`, in UTC. */
  coveredSince: string | null
  /** Undefined if not requested. */
  repositories: { list: GithubRepository[] | null; etag: string | null } | undefined
  isCalendarNew: boolean
}

/** Saves a successful sync. `coveredSince` only moves back. */
export const saveSync = (db: Db, accountId: number, reading: SyncResult) => run(db)`
  update github_accounts set synced_at = ${reading.now}, due_at = ${reading.dueAt}, events_etag = ${reading.eventsEtag},
    not_before = ${reading.notBefore}, covered_since = least(covered_since, ${reading.coveredSince}::date),
    repositories = coalesce(${reading.repositories?.list ? JSON.stringify(reading.repositories.list) : null}::jsonb, repositories),
    repositories_etag = coalesce(${reading.repositories?.etag ?? null}, repositories_etag),
    repositories_at = case when ${reading.repositories !== undefined}::boolean then ${reading.now} else repositories_at end,
    calendar_at = case when ${reading.isCalendarNew}::boolean then ${reading.now} else calendar_at end,
    failure_code = null, failure_message = null, retry_at = null, failures = 0
  where id = ${accountId}`

interface Failure {
  code: GithubFailureCode
  message: string
  retryAt: Date | null
}

/** Saves why the sync failed, if the account is still the member's current one. */
export const saveFailure = (db: Db, accountId: number, { code, message, retryAt }: Failure, dueAt: Date) => run(db)`
  update github_accounts set due_at = ${dueAt}, failure_code = ${code}, failure_message = ${message},
    retry_at = ${retryAt}, failures = failures + 1
  where id = ${accountId} and is_current`

/** Saves the account's id and login on GitHub. */
export const saveName = (db: Db, accountId: number, { id, login }: { id: number; login: string }, now: Date) => run(db)`
  update github_accounts set github_id = ${id}, login = ${login}, named_at = ${now} where id = ${accountId}`

/** Merges the member's other account records that belong to the same GitHub account under an earlier name. */
export async function adoptEarlierNames(db: Db, accountId: number): Promise<void> {
  const earlier = await many<{ id: number }>(db)`
    select earlier.id from github_accounts earlier join github_accounts named using (member_id, github_id)
    where named.id = ${accountId} and earlier.id <> named.id`
  const ids = earlier.map(({ id }) => id)
  if (ids.length === 0) return
  await run(db)`
    update github_events event set account_id = ${accountId} where account_id = any(${ids}::int[]) and not exists (
      select from github_events known where known.account_id = ${accountId} and known.github_id = event.github_id)`
  await run(db)`
    update github_calendar_days before set account_id = ${accountId} where account_id = any(${ids}::int[]) and not exists (
      select from github_calendar_days known where known.account_id = ${accountId} and known.day = before.day)`
  await run(db)`
    update github_accounts set covered_since = least(covered_since,
      (select min(covered_since) from github_accounts where id = any(${ids}::int[])))
    where id = ${accountId}`
  await run(db)`delete from github_accounts where id = any(${ids}::int[])`
  await run(db)`delete from github_day_counts where account_id = ${accountId}`
  await run(db)`
    insert into github_day_counts (account_id, day, type, event_count)
    select account_id, (created_at at time zone 'UTC')::date, type, count(*) from github_events
    where account_id = ${accountId} group by 1, 2, 3`
}

/** Selects and locks accounts that are due, longest overdue first. */
export const dueAccounts = (now: Date, limit: number) => sql`
  select account.id from github_accounts account join members on members.id = account.member_id
  where due_at <= ${now} order by due_at limit ${limit}::int for update of account skip locked`

/** Returns the members whose accounts are due, and postpones the accounts until `nextAt`. */
export async function claimDueAccounts(db: Db, now: Date, nextAt: Date, limit: number): Promise<number[]> {
  const rows = await many<{ memberId: number }>(db)`
    update github_accounts set due_at = ${nextAt} from (${dueAccounts(now, limit)}) as due
    where github_accounts.id = due.id returning member_id as "memberId"`
  return rows.map(({ memberId }) => memberId)
}

const earlierAccounts = 10

/** Deletes former accounts that were never synced, and all others except each member's ten most recently synced.
 *  @returns the number deleted */
export const sweepAccounts = (db: Db) => run(db)`
  delete from github_accounts using (
    select id, row_number() over (partition by member_id order by synced_at desc nulls last, id desc) as position
    from github_accounts where not is_current) as earlier
  where github_accounts.id = earlier.id and (position > ${earlierAccounts}::int or synced_at is null)`

/** Excludes the account from scheduled syncs, for the demo. */
export const stopSyncing = (db: Db, accountId: number) => run(db)`
  update github_accounts set due_at = null where id = ${accountId}`

/** Removes the member's accounts with all their data. */
export const removeGithubOf = (db: Db, memberId: number) => run(db)`
  delete from github_accounts where member_id = ${memberId}`
