import { getGithubContributions, listGithubActivities } from '#features/work/github/github.contract.ts'
import { type Db, one, run, sql } from '#kernel/db.ts'
import type { RunningSite } from '#tests/support/site.ts'
import type { Row } from './row.ts'
import { withDatabase } from './seed.ts'
import { compareWithSql, type SqlComparison } from './sql-baseline.ts'

const events = 100_000

/** Measures the activity list and the contribution grid of a member with 100,000 stored events, with one client. */
export const measureGithub = ({ url, dataDir }: RunningSite): Promise<Row[]> =>
  withDatabase(dataDir, async (db, databaseUrl) => {
    const { accountId, middleId } = await seedEvents(db)
    const account = String(accountId)
    const activities = `${url}${listGithubActivities.path}?username=busy`
    const contributions = `${url}${getGithubContributions.path}?username=busy`
    const call = (name: string, url: string, sql: string, ...values: string[]): SqlComparison => ({
      name: `github: ${name}, 100,000 events`,
      url,
      sql,
      values: [account, ...values],
      atMost: 4,
    })
    return compareWithSql(databaseUrl, [
      call('first page of activities', activities, activitiesSql()),
      call('a page in their middle', `${activities}&before=${middleId}`, activitiesSql(before), String(middleId)),
      call('activities that match a search', `${activities}&q=repository-7`, activitiesSql(matching), '%repository-7%'),
      call('days of the last year', contributions, daysSql, yearAgo()),
      call('days of 2020', `${contributions}&year=2020`, daysSql, '2020-01-01'),
    ])
  })

const activitiesSql = (condition = '') => `
  select id, activity_type, repo_name, details, url, created_at from github_events
  where account_id = $1 and activity_type is not null ${condition} order by created_at desc, id desc limit 30`
const before = 'and (created_at, id) < (select created_at, id from github_events where id = $2)'
const matching = 'and words like $2'

const daysSql = `
  select day, sum(event_count) from github_day_counts
  where account_id = $1 and day between $2::date and $2::date + 365 group by day order by day`
const yearAgo = () => new Date(Date.now() - 365 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** Adds a member with one event per hour for eleven years. */
async function seedEvents(db: Db): Promise<{ accountId: number; middleId: number }> {
  await run(db)`
    insert into members (issuer, subject, username, display_name, github_username)
    values ('bench', 'busy', 'busy', 'Busy', 'busy-on-github')`
  const { id: accountId } = (await one<{ id: number }>(db)`
    update github_accounts set due_at = null where username = 'busy-on-github' returning id`)!
  await run(db)`
    insert into github_events (account_id, github_id, type, activity_type, repo_name, details, url, key, created_at)
    select ${accountId}::int, n::text, kinds[n % 4 + 1], listed[n % 4 + 1], 'owner/repository-' || n % 50,
      'main at ' || left(md5(n::text), 7), 'https://github.com/owner', n::text, now() - n * interval '1 hour'
    from generate_series(1, ${events}::int) n, (select array['PushEvent', 'PushEvent', 'IssuesEvent', 'WatchEvent'] as kinds,
      array['push', 'push', 'issue', 'star'] as listed) as words`
  await run(db)`
    insert into github_day_counts (account_id, day, type, event_count)
    select account_id, (created_at at time zone 'UTC')::date, type, count(*) from github_events group by 1, 2, 3`
  await sql`vacuum analyze github_events, github_day_counts`.execute(db)
  const { id: middleId } = (await one<{ id: number }>(db)`
    select id from github_events where account_id = ${accountId} order by created_at offset ${events / 2}::int limit 1`)!
  return { accountId, middleId }
}
