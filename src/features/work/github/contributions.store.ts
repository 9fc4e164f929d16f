import { type Db, many, one, sql } from '#kernel/db.ts'
import type { ContributionDay, GithubContributions } from './github.contract.ts'

const dayMs = 24 * 60 * 60 * 1000
const daysShown = 365
const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10)

interface Known {
  accountId: number
  /** The first day known from events and the first day known from GitHub's calendar. */
  eventsSince: string | null
  calendarSince: string | null
}

const findKnown = (db: Db, memberId: number) => one<Known>(db)`
  select account.id as "accountId",
    to_char(least(covered_since, (select min(day) from github_day_counts where account_id = account.id)), 'YYYY-MM-DD')
      as "eventsSince",
    (select to_char(min(day), 'YYYY-MM-DD') from github_calendar_days where account_id = account.id) as "calendarSince"
  from github_accounts account join members on members.id = account.member_id
  where account.member_id = ${memberId} and is_current`

/** Returns the member's known contributions in a year, or in the last 365 days. */
export async function findContributions(
  db: Db,
  memberId: number,
  year: number | null,
  nowMs: number,
): Promise<GithubContributions> {
  const known = await findKnown(db, memberId)
  const firsts = [known?.eventsSince, known?.calendarSince].filter((day) => typeof day === 'string').toSorted()
  if (!known || !firsts[0]) return { totalContributions: 0, eventCounts: {}, weeks: [], source: 'events', years: [] }
  const { from, to } = spanOf(year, nowMs)
  const [weeks, eventCounts] = await Promise.all([
    many<ContributionDay>(db)`${daysOfAccount(known.accountId, laterOf(from, firsts[0]), to)}`,
    countTypes(db, known.accountId, from, to),
  ])
  return {
    totalContributions: weeks.reduce((sum, { count }) => sum + count, 0),
    eventCounts,
    weeks,
    source: known.calendarSince !== null && known.calendarSince <= to ? 'calendar' : 'events',
    years: yearsSince(Number(firsts[0].slice(0, 4)), new Date(nowMs).getUTCFullYear()),
  }
}

const laterOf = (a: string, b: string) => (a > b ? a : b)

/** Returns the first and last day of the year, up to today. */
function spanOf(year: number | null, nowMs: number): { from: string; to: string } {
  const today = dayOf(nowMs)
  if (year === null) return { from: dayOf(nowMs - (daysShown - 1) * dayMs), to: today }
  return { from: `${year}-01-01`, to: today < `${year}-12-31` ? today : `${year}-12-31` }
}

const yearsSince = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index)

/** Selects every day of the period. The calendar's count takes precedence over the counted events. */
export const daysOfAccount = (accountId: number, from: string, to: string) => sql<ContributionDay>`
  select to_char(asked.day, 'YYYY-MM-DD') as date, coalesce(contribution_count, counted.count, 0)::int as count
  from generate_series(${from}::date, ${to}::date, interval '1 day') as asked (day)
  left join github_calendar_days calendar on calendar.account_id = ${accountId} and calendar.day = asked.day::date
  left join (select day, sum(event_count) as count from github_day_counts
    where account_id = ${accountId} and day between ${from}::date and ${to}::date group by day
  ) as counted on counted.day = asked.day::date
  order by asked.day`

async function countTypes(db: Db, accountId: number, from: string, to: string): Promise<Record<string, number>> {
  const rows = await many<{ type: string; count: number }>(db)`
    select type, sum(event_count) as count from github_day_counts
    where account_id = ${accountId} and day between ${from}::date and ${to}::date
    group by type order by count desc, type`
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]))
}
